/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What the counters do when they reach 0, and while the core sleeps. */
#include "check.h"
#include "interrupt.h"
#include "kernels.h"
#include "printf.h"

static volatile uint32_t expired0, expired1;

static INTERRUPT void on_ctimer0(void)
{
	expired0++;
}

static INTERRUPT void on_ctimer1(void)
{
	expired1++;
}

static void spin(uint32_t rounds)
{
	for (uint32_t i = 0; i < rounds; i++)
		__asm__ volatile("nop");
}

static void check_stop(void)
{
	printf("stop at 0\n");
	MOVTS(ilatcl, IRQ_ALL);
	ctimer0_start(50, CTIMER_CLK);
	spin(100);
	check_equal("CTIMER0 stands at", MOVFS(ctimer0), 0);
	check_equal("its request is latched", MOVFS(ilat) >> IRQ_CTIMER0 & 1, 1);
	MOVTS(ilatcl, 1u << IRQ_CTIMER0);
	spin(100);
	check_equal("and not again", MOVFS(ilat) >> IRQ_CTIMER0 & 1, 0);
	ctimer0_start(1000, CTIMER_CLK);
	ctimer0_stop();
	uint32_t frozen = MOVFS(ctimer0);
	spin(100);
	check_equal("without an event it keeps its value", MOVFS(ctimer0), frozen);
	check_range("which is below the start", frozen, 900, 999);
	ctimer1_start(50, CTIMER_CLK);
	spin(100);
	check_equal("CTIMER1 stands at", ctimer1_stop(), 0);
	check_equal("its request is latched", MOVFS(ilat) >> IRQ_CTIMER1 & 1, 1);
	MOVTS(ilatcl, IRQ_ALL);
}

static void check_interrupts(void)
{
	printf("interrupts\n");
	interrupt_attach(IRQ_CTIMER0, on_ctimer0);
	interrupt_attach(IRQ_CTIMER1, on_ctimer1);
	interrupt_unmask(IRQ_CTIMER0);
	interrupt_unmask(IRQ_CTIMER1);
	ctimer0_start(60, CTIMER_CLK);
	ctimer1_start(40, CTIMER_CLK);
	spin(200);
	check_equal("of CTIMER0", expired0, 1);
	check_equal("of CTIMER1", expired1, 1);
	/* 20 of 32 events, then no more. */
	expired0 = 0;
	struct kernel k = KERNEL(ialu);
	uint32_t config = MOVFS(config) & ~(uint32_t)(CONFIG_CTIMER0 | CONFIG_CTIMER1);
	ctimer1_start(CTIMER_MAX, CTIMER_IALU);
	k.five_times(config | CTIMER_CLK << 4 | CTIMER_IALU << 8, config, 0);
	uint32_t both = CTIMER_MAX - MOVFS(ctimer1);
	check_range("CTIMER1 beside CTIMER0: IALU", both, 40, 80);
	check_equal("no further interrupt", expired0, 0);
}

/* The aligned pair cannot be told apart: the timer may expire at once and still ends the sleep. */
static void check_idle(void)
{
	printf("IDLE for 10000 cycles\n");
	expired1 = 0;
	ctimer0_start(CTIMER_MAX, CTIMER_IDLE);
	ctimer1_start(10000, CTIMER_CLK);
	idle_until(&expired1);
	uint32_t idle = CTIMER_MAX - ctimer0_stop();
	check_range("cycles asleep", idle, 9900, 10000);
	expired1 = 0;
	ctimer0_start(CTIMER_MAX, CTIMER_CLK);
	ctimer1_start(10000, CTIMER_CLK);
	idle_until(&expired1);
	uint32_t all = CTIMER_MAX - ctimer0_stop();
	check_range("CLK counts through", all, 10000, 10100);
	/* CTIMER1 counts events of sleep too. */
	expired0 = 0;
	ctimer1_start(CTIMER_MAX, CTIMER_IDLE);
	ctimer0_start(10000, CTIMER_CLK);
	idle_until(&expired0);
	check_range("cycles asleep by CTIMER1", CTIMER_MAX - ctimer1_stop(), 9900, 10000);
	interrupt_mask(IRQ_CTIMER0);
	interrupt_mask(IRQ_CTIMER1);
}

void check_timers(void)
{
	check_stop();
	check_interrupts();
	check_idle();
}
