/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* 64 bits of clock from a counter of 32 that counts down, stops at 0 and interrupts. How long it stands at 0 depends
   on what keeps the interrupt out, and cannot be known afterwards. So a read that finds less than half of the way left
   loads the counter anew while it runs, in a known number of cycles. The interrupt is for programs that do not read
   the clock for that long. */
#include "barectf-platform-parallella.h"
#include "clock.h"
#include "ctimer.h"
#include "interrupt.h"

/* Time = `before` + `top` - CTIMER1. */
static volatile uint64_t before;
static volatile uint32_t top;
/* Cycles that are not counted when the counter is loaded while it runs, and when it has run down. */
static uint32_t skipped, gap;
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

/* To the beginning of a line of 8 bytes, by NOPs (of which GAS itself takes zeros, which are BEQ). Two instructions in
   one line are fetched together, so the second one always comes in the cycle after the first. */
#define LINE ".balignw 8, 0x01a2\n\t"

/* With interrupts off. */
static void reload(void)
{
	uint32_t left;
	__asm__ volatile(LINE "movfs.l %0, ctimer1\n\tmovts.l ctimer1, %1"
			 : "=r"(left)
			 : "r"(CTIMER_MAX)
			 : "memory");
	before += (uint64_t)(top - left) + skipped;
	top = CTIMER_MAX;
}

uint64_t tracing_clock(void)
{
	/* No overflow between the reads of the parts. */
	uint32_t mask = interrupts_off();
	uint32_t left = MOVFS(ctimer1);
	uint64_t time = before + (top - left);
	/* Close to its end the counter could get there in the middle of reload(). */
	if (left <= CTIMER_MAX / 2 && left >= 200)
		reload();
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

/* What CTIMER0 counts more than this clock does when CTIMER1 starts from `counter` and is loaded anew or not. */
static __attribute__((noinline)) uint32_t lead_of_ctimer0(uint32_t counter, int anew)
{
	cycles_start();
	start_from(0, counter);
	while (cycles() < 500)
		;
	uint32_t mask = interrupts_off();
	if (anew)
		reload();
	uint32_t left0, left1;
	__asm__ volatile(LINE "movfs.l %0, ctimer0\n\tmovfs.l %1, ctimer1" : "=r"(left0), "=r"(left1) : : "memory");
	uint32_t lead = ~left0 - (uint32_t)(before + (top - left1));
	interrupts_restore(mask);
	return lead;
}

void clock_start(void)
{
	interrupt_attach(IRQ_CTIMER1, overflow);
	interrupt_unmask(IRQ_CTIMER1);
	skipped = gap = 0;
	uint32_t without = lead_of_ctimer0(CTIMER_MAX, 0);
	gap = lead_of_ctimer0(100, 0) - without;
	skipped = lead_of_ctimer0(CTIMER_MAX, 1) - without;
	ctimer0_stop();
	clock_set(0);
}

void clock_stop(void)
{
	interrupt_mask(IRQ_CTIMER1);
	ctimer1_stop();
}

void clock_set(uint64_t time)
{
	start_from(time, CTIMER_MAX - (uint32_t)time);
}

uint32_t tracing_clock_gap(void)
{
	return gap;
}

uint32_t tracing_clock_skipped(void)
{
	return skipped;
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
