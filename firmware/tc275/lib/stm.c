/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "stm.h"

uint64_t stm_now(void)
{
	uint32_t low = STM_TIM0(0); /* this read captures the upper half */
	return (uint64_t)STM_CAP(0) << 32 | low;
}

void stm_compare_in(uint32_t n, uint32_t ticks)
{
	STM_ICR(n) = 0;
	STM_CMCON(n) = STM_CMCON_32_BITS;
	STM_CMP0(n) = STM_TIM0(n) + ticks;
	STM_ISCR(n) = STM_ISCR_CMP0IRR;
	STM_ICR(n) = STM_ICR_CMP0EN;
}
