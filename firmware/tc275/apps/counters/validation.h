/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Parts of the validation of the system timers and of the cores' counters. */
#ifndef VALIDATION_H
#define VALIDATION_H
#include "regs.h"

/* Each bit has both values, and no two patterns in a row agree in a byte; the last is 0. */
#define PATTERNS 6
extern const uint32_t patterns[PATTERNS];

/* Registers of system timer n as they are after reset, then all that they do. */
void test_stm(uint32_t n);
/* Bits above the 24th of the clocks, which are all 0 for the first 0.17 s. */
void test_late(void);

/* What a core finds in its own counters. */
struct found {
	uint32_t control, held, kept, instructions, branches, cycles, wrapped;
};
/* Writes CCTRL for the first time and leaves all counters stopped, at values of this core alone. */
void counters_hold(struct found *found);
/* By now every other core has done so. */
void counters_count(struct found *found);
#endif
