/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* 64 bits of clock from a counter of 32 that counts down, stops at 0 and interrupts. */
#include "barectf-platform-parallella.h"
#include "clock.h"
#include "ctimer.h"
#include "interrupt.h"

/* Time = `before` + `top` - CTIMER1. */
static volatile uint64_t before;
static volatile uint32_t top;
static uint32_t gap;
static volatile int held;
static uint64_t held_time;

/* Before the handler runs the counter stands at 0 and time at before + top, which the handler goes on from:
   a read never sees time run back. */
static INTERRUPT void overflow(void)
{
	before += (uint64_t)top + gap;
	top = CTIMER_MAX;
	ctimer1_start(CTIMER_MAX, CTIMER_CLK);
}

uint64_t tracing_clock(void)
{
	/* No overflow between the reads of the parts. */
	uint32_t mask = interrupts_off();
	uint64_t time = before + (top - MOVFS(ctimer1));
	interrupts_restore(mask);
	return time;
}

static void start_from(uint64_t time, uint32_t counter)
{
	uint32_t mask = interrupts_off();
	ctimer1_stop();
	MOVTS(ilatcl, 1u << IRQ_CTIMER1);
	before = time;
	top = counter;
	ctimer1_start(counter, CTIMER_CLK);
	interrupts_restore(mask);
}

/* What CTIMER0 counts more than this clock does when CTIMER1 starts from `counter`. */
static __attribute__((noinline)) uint32_t lead_of_ctimer0(uint32_t counter)
{
	cycles_start();
	start_from(0, counter);
	while (cycles() < 500)
		;
	uint32_t mask = interrupts_off();
	uint32_t lead = cycles() - (uint32_t)(before + (top - MOVFS(ctimer1)));
	interrupts_restore(mask);
	return lead;
}

void clock_start(void)
{
	interrupt_attach(IRQ_CTIMER1, overflow);
	interrupt_unmask(IRQ_CTIMER1);
	gap = 0;
	uint32_t without = lead_of_ctimer0(CTIMER_MAX);
	gap = lead_of_ctimer0(100) - without;
	ctimer0_stop();
	tracing_reset_clock();
}

void clock_stop(void)
{
	interrupt_mask(IRQ_CTIMER1);
	ctimer1_stop();
}

void tracing_reset_clock(void)
{
	start_from(0, CTIMER_MAX);
}

void tracing_set_clock(uint64_t time)
{
	uint32_t low = (uint32_t)time;
	start_from(time, CTIMER_MAX - low);
}

uint32_t tracing_clock_gap(void)
{
	return gap;
}

void tracing_hold_clock(uint64_t time)
{
	held_time = time;
	held = 1;
}

void tracing_release_clock(void)
{
	held = 0;
}

uint64_t clock_for_record(void *data)
{
	(void)data;
	return held ? held_time : tracing_clock();
}
