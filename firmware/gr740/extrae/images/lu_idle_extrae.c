/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "extrae.h"
#include <stddef.h>

const char *const extrae_environment[] = {
	"EXTRAE_ON=1",
	"EXTRAE_PROGRAM_NAME=lu_idle_extrae",
	"EXTRAE_COUNTERS=11,15",
	"EXTRAE_SAMPLING_PERIOD=10000",
	NULL,
};
