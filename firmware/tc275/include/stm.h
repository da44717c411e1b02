/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* System timers, 100 MHz after clock_init (TC27x User's Manual, STM). */
#ifndef STM_H
#define STM_H
#include "regs.h"

#define STM_TIM0(n) REG32(STM_BASE(n) + 0x10)
#define STM_CAP(n) REG32(STM_BASE(n) + 0x2C)
#define STM_CMP0(n) REG32(STM_BASE(n) + 0x30)
#define STM_CMP1(n) REG32(STM_BASE(n) + 0x34)
#define STM_CMCON(n) REG32(STM_BASE(n) + 0x38)
#define STM_ICR(n) REG32(STM_BASE(n) + 0x3C)
#define STM_ISCR(n) REG32(STM_BASE(n) + 0x40)

#define STM_ICR_CMP0EN (1u << 0)
#define STM_ICR_CMP1EN (1u << 4)
#define STM_ICR_CMP1OS (1u << 6) /* CMP1 requests SR1 */
#define STM_ISCR_CMP0IRR (1u << 0)
#define STM_ISCR_CMP1IRR (1u << 2)
#define STM_CMCON_32_BITS 0x001F001Fu /* MSIZE0 and MSIZE1 31, MSTART 0 */

/* All 64 bits of STM0. */
uint64_t stm_now(void);
/* Compare 0 of timer n after `ticks`, requesting SRC_STM_SR0(n). */
void stm_compare_in(uint32_t n, uint32_t ticks);
#endif
