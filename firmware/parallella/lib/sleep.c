/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "ctimer.h"
#include "interrupt.h"

static volatile uint32_t over;

static INTERRUPT void on_ctimer0(void)
{
	over = 1;
}

void sleep_cycles(uint32_t count)
{
	over = 0;
	interrupt_attach(IRQ_CTIMER0, on_ctimer0);
	MOVTS(ilatcl, 1u << IRQ_CTIMER0);
	interrupt_unmask(IRQ_CTIMER0);
	ctimer0_start(count, CTIMER_CLK);
	idle_until(&over);
	interrupt_mask(IRQ_CTIMER0);
	ctimer0_stop();
}
