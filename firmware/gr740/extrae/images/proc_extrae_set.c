/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Variables that can be set before the start, as an environment could: each has a symbol of its own name for its
   value, an array of characters. */
#include "extrae.h"
#include <stddef.h>

#define ROOM "48"

/* The text NAME=VALUE, in which the symbol NAME lies behind the sign. */
#define VARIABLE(name, value)                                                                                     \
	extern const char set_##name[];                                                                           \
	__asm__(".data\n"                                                                                         \
		".globl " #name "\n"                                                                              \
		".type " #name ", #object\n"                                                                      \
		".size " #name ", " ROOM "\n"                                                                     \
		"set_" #name ": .ascii \"" #name "=\"\n" #name ": .asciz \"" value "\"\n"                         \
		".skip " ROOM " - (. - " #name ")\n"                                                              \
		".previous\n")

VARIABLE(EXTRAE_ON, "1");
VARIABLE(EXTRAE_PROGRAM_NAME, "proc_extrae_set");
VARIABLE(EXTRAE_COUNTERS, "11,15,08,18");
VARIABLE(EXTRAE_SAMPLING_PERIOD, "10000");
VARIABLE(EXTRAE_BUFFER_SIZE, "32768");
VARIABLE(EXTRAE_PIECE_SIZE, "6720");

const char *const extrae_environment[] = {
	set_EXTRAE_ON,
	set_EXTRAE_PROGRAM_NAME,
	set_EXTRAE_COUNTERS,
	set_EXTRAE_SAMPLING_PERIOD,
	set_EXTRAE_BUFFER_SIZE,
	set_EXTRAE_PIECE_SIZE,
	NULL,
};
