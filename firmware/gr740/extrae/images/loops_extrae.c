/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "extrae.h"
#include <stddef.h>

const char *const extrae_environment[] = {
	"EXTRAE_ON=1",
	"EXTRAE_PROGRAM_NAME=loops_extrae",
	"EXTRAE_COUNTERS=11,15,08,18",
	NULL,
};
