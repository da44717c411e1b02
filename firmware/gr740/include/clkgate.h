/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* GRCLKGATE: clocks of the peripheral cores (UM 2.9, chapter on clock gating). */
#ifndef CLKGATE_H
#define CLKGATE_H
#include "regs.h"

#define CLKGATE_UNLOCK REG32(CLKGATE_BASE + 0x0)
#define CLKGATE_CLKEN REG32(CLKGATE_BASE + 0x4)
#define CLKGATE_RESET REG32(CLKGATE_BASE + 0x8)
#define CLKGATE_OVERRIDE REG32(CLKGATE_BASE + 0xC)

#define CLKGATE_L4STAT (1u << 6)

/* Clock on through the reset sequence of the manual: the core starts clean. */
void clkgate_enable(uint32_t cores);
/* Clock off, and on again without a reset. */
void clkgate_stop(uint32_t cores);
void clkgate_resume(uint32_t cores);
#endif
