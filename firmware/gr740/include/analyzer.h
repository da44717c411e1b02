/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Regions that a program marks itself, as with the calls of the published analyser:
   `--region 'analyzer_start..analyzer_stop'` sees them, and the library keeps calls
   and cycles of every core. Regions may lie in one another. */
#ifndef ANALYZER_H
#define ANALYZER_H
#include "smp.h"

#define ANALYZER_REGIONS 8

struct analyzer_record {
	uint32_t calls;
	uint32_t open; /* begun and not ended */
	uint32_t start; /* of the outermost open one; below 17 s, since the clock wraps */
	uint64_t cycles;
};
extern struct analyzer_record analyzer_records[MAX_CPUS][ANALYZER_REGIONS];

void analyzer_start(uint32_t region);
void analyzer_stop(uint32_t region);
#endif
