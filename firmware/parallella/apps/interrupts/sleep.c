/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "check.h"
#include "ctimer.h"
#include "interrupts.h"
#include "printf.h"

static volatile uint32_t woken;

static INTERRUPT void on_ctimer0(void)
{
	woken++;
}

void test_sleep(void)
{
	printf("sleep\n");
	interrupt_attach(IRQ_CTIMER0, on_ctimer0);
	MOVTS(ilatcl, IRQ_ALL);
	interrupt_unmask(IRQ_CTIMER0);
	/* Expires long after IDLE, and before it. */
	for (uint32_t start = 2000; start; start = start == 2000 ? 1 : 0) {
		woken = 0;
		ctimer0_start(start, CTIMER_CLK);
		idle_until(&woken);
		check_equal("IDLE ends by the timer", woken, 1);
	}
	check_equal("ACTIVE", MOVFS(status) & STATUS_ACTIVE, 1);
	interrupt_mask(IRQ_CTIMER0);
}
