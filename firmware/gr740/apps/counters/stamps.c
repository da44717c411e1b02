/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Time stamps of the interrupt controller: when an interrupt was asserted, and
   when a core took it. */
#include "check.h"
#include "counters.h"
#include "gptimer.h"
#include "irqamp.h"
#include "trap.h"

#define ITCNT(i) REG32(IRQAMP_BASE + 0x100 + 16 * (i))
#define ITSTMPC(i) REG32(IRQAMP_BASE + 0x104 + 16 * (i))
#define ITSTMPAS(i) REG32(IRQAMP_BASE + 0x108 + 16 * (i))
#define ITSTMPAC(i) REG32(IRQAMP_BASE + 0x10C + 16 * (i))
#define KS (1u << 5)
#define CONTROL (KS | 0x1Fu)
#define S1_S2 (3u << 25)
#define UNIT 1 /* whose timer asserts the interrupt */

static volatile uint32_t taken;

static void on_timer(struct trap_frame *frame)
{
	(void)frame;
	taken++;
}

void test_status_after_reset(void)
{
	uint32_t sets = ITSTMPC(0) >> 27, zero = 0;
	for (uint32_t i = 0; i < sets; i++)
		zero += !ITCNT(i) + !ITSTMPAS(i) + !ITSTMPAC(i);
	check_equal("time stamps after reset: 0", zero, 3 * sets);
}

/* Both clocks over a stretch of time: the same code reads them at both ends. */
NOINLINE static void both(uint32_t i, uint32_t *stamps, uint32_t *cycles)
{
	(void)ITCNT(i);
	(void)ITCNT(i);
	*stamps = ITCNT(i);
	*cycles = cycles32();
}

static void test_counter(uint32_t i)
{
	uint32_t from[2], to[2], odd = 0, even = 0;
	both(i, &from[0], &from[1]);
	both(i, &from[0], &from[1]);
	delay_us(3);
	for (uint32_t k = 0; k < 64; k++) {
		if (ITCNT(i) & 1)
			odd++;
		else
			even++;
		for (uint32_t n = 0; n < k; n++)
			__asm__ volatile("nop");
	}
	both(i, &to[0], &to[1]);
	check_range("  counts cycles: ahead by, +8", to[0] - from[0] - (to[1] - from[1]) + 8, 0, 16);
	check_true("  odd and even values", odd != 0 && even != 0);
}

/* The timer's interrupt, stamped: between two reads of the counter. */
static void test_stamp(uint32_t i, uint32_t line)
{
	uint32_t good = 0, odd = 0, taken_odd = 0;
	for (uint32_t k = 0; k < 16; k++) {
		ITSTMPC(i) = S1_S2 | line;
		uint32_t before = ITCNT(i), had = taken;
		for (uint32_t n = 0; n < k; n++)
			__asm__ volatile("nop");
		timer_fires(UNIT, 20);
		uint32_t after = ITCNT(i), as = ITSTMPAS(i), ac = ITSTMPAC(i);
		good += before < as && as <= ac && ac < after && ac - as < 300 && taken == had + 1 &&
			(ITSTMPC(i) & S1_S2) == S1_S2;
		odd += as & 1;
		taken_odd += ac & 1;
	}
	check_equal("  stamps in their order", good, 16);
	check_range("  odd times of assertion", odd, 1, 15);
	check_range("  odd times of acknowledge", taken_odd, 1, 15);
	ITSTMPC(i) = S1_S2 | KS | line;
	timer_fires(UNIT, 20);
	uint32_t first = ITSTMPAS(i), first_taken = ITSTMPAC(i);
	timer_fires(UNIT, 20);
	check_true("  KS keeps the first", ITSTMPAS(i) == first && ITSTMPAC(i) == first_taken);
	ITSTMPC(i) = S1_S2 | line;
	timer_fires(UNIT, 20);
	timer_fires(UNIT, 20);
	uint32_t last = ITSTMPAS(i);
	check_true("  without it the last is kept", last != first && ITCNT(i) - last < 1000);
	ITSTMPC(i) = S1_S2 | (line + 1);
	timer_fires(UNIT, 20);
	check_true("  another interrupt is not stamped", ITSTMPAS(i) == last);
}

void test_stamps(void)
{
	static const uint32_t patterns[] = { CONTROL, 0x15, KS | 0x0A, 0x1F, KS, 0 };
	uint32_t sets = ITSTMPC(0) >> 27, line = gptimer_irq(UNIT, 1);
	check_equal("sets of time stamps", sets, 2);
	for (uint32_t i = 0; i < sets; i++) {
		uint32_t good = 0;
		for (uint32_t k = 0; k < 6; k++) {
			ITSTMPC(i) = patterns[k];
			good += (ITSTMPC(i) & CONTROL) == patterns[k];
		}
		check_equal("ITSTMPC holds what is written", good, 6);
	}
	uint32_t stopped = ITCNT(0);
	check_true("the counter stands still while nobody wants it", ITCNT(0) == stopped && stopped);
	check_equal("  it is one for all sets", ITCNT(1), stopped);
	trap_set(TT_IRQ(line), on_timer);
	irqamp_unmask(0, line);
	IRQAMP_ICLEAR = 0xFFFFFFFE; /* what the timers left */
	uint32_t old = pil_set(0);
	for (uint32_t i = 0; i < sets; i++) {
		ITSTMPC(i) = S1_S2 | line;
		test_counter(i);
		test_stamp(i, line);
		/* Beyond 24 bits. */
		ITSTMPC(i) = S1_S2 | line;
		sleep_us(70000);
		test_counter(i);
		test_stamp(i, line);
		check_true("  beyond 2^24", ITCNT(i) >> 24 != 0);
		ITSTMPC(i) = 0;
	}
	pil_set(old);
	irqamp_mask(0, line);
}
