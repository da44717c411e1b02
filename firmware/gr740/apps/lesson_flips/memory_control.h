/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The SDRAM controller and the memory scrubber of the GR740 (UM 2.9, ch. 10 and 11). */
#ifndef MEMORY_CONTROL_H
#define MEMORY_CONTROL_H
#include "regs.h"

#define MUXCFG REG32(0xFFE00020u) /* error correction of the SDRAM */
#define MUXCFG_EDEN (1u << 0)     /* it works */

#define SCRUB_CONFIG REG32(0xFFE01014u) /* CFG */
#define SCRUB_DELAY(cycles) ((cycles) << 8)
#define SCRUB_LOOP (1u << 4) /* again from RANGEL when RANGEH is done */
#define SCRUB_EN (1u << 0)
#define SCRUB_FROM REG32(0xFFE01018u) /* RANGEL: the first byte */
#define SCRUB_TO REG32(0xFFE0101Cu)   /* RANGEH: the last byte */
#endif
