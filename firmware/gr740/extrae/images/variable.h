/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A variable that can be set before the start, as an environment could: it has a symbol of its own name for its
   value, an array of characters. */
#ifndef VARIABLE_H
#define VARIABLE_H

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
#endif
