/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The five timer units: prescaler, counters, reload values, control, latch. */
#include "check.h"
#include "counters.h"
#include "gptimer.h"

#define UNITS 5
#define LATCHCFG(u) REG32(GPTIMER_UNIT(u) + 0xC)
#define TLATCH(u, n) REG32(GPTIMER_UNIT(u) + 0x10 * (n) + 0xC)
#define CONFIG_EL (1u << 11)
#define CONFIG_ES (1u << 12)
#define RELOAD 10 /* above the lower limit, the number of timers + 1; an odd number of cycles */

static uint32_t timers(uint32_t unit)
{
	return GPTIMER_CONFIG(unit) & 7;
}

uint32_t timer_fires(uint32_t unit, uint32_t ticks)
{
	GPTIMER_SRELOAD(unit) = RELOAD;
	GPTIMER_TCNTVAL(unit, 1) = ticks;
	GPTIMER_TCTRL(unit, 1) = TCTRL_IE | TCTRL_EN;
	for (uint32_t i = 0; i < 1000 && GPTIMER_TCTRL(unit, 1) & TCTRL_EN; i++)
		;
	GPTIMER_TCTRL(unit, 1) = TCTRL_IP;
	return gptimer_irq(unit, 1);
}

/* A prescaler runs while a timer does: where it is written it is seen on its way
   down, and then it takes each value up to its reload value, and no other. */
static void test_prescaler(uint32_t u)
{
	static const uint32_t reloads[] = { 0xFFFF, 0x5A5A, 0xA5A5, RELOAD };
	uint32_t good = 0, seen = 0, beyond = 0;
	for (uint32_t i = 0; i < 4; i++) {
		GPTIMER_SRELOAD(u) = reloads[i];
		good += GPTIMER_SRELOAD(u) == reloads[i];
	}
	check_equal("  SRELOAD holds what is written", good, 4);
	GPTIMER_TCNTVAL(u, 1) = 0x7FFFFFFF; /* no underflow while it runs below */
	GPTIMER_TCTRL(u, 1) = TCTRL_EN;
	GPTIMER_SCALER(u) = 0xFFFF;
	check_range("  SCALER, from 0xffff", GPTIMER_SCALER(u), 0xFF00, 0xFFFF);
	GPTIMER_SCALER(u) = 0x5A5A;
	check_range("  SCALER, from 0x5a5a", GPTIMER_SCALER(u), 0x5900, 0x5A5A);
	GPTIMER_SCALER(u) = 0;
	check_range("  SCALER, from 0", GPTIMER_SCALER(u), 0, RELOAD);
	for (uint32_t i = 0; i < 200; i++) {
		uint32_t value = GPTIMER_SCALER(u);
		if (value > RELOAD)
			beyond++;
		else
			seen |= 1u << value;
		for (uint32_t k = 0; k < i % 13; k++)
			__asm__ volatile("nop");
	}
	check_equal("  SCALER: values above SRELOAD", beyond, 0);
	check_equal("  SCALER: values seen, a bit each", seen, (1u << (RELOAD + 1)) - 1);
	GPTIMER_TCTRL(u, 1) = 0;
}

static void test_registers(uint32_t u, uint32_t n)
{
	static const uint32_t controls[] = { TCTRL_EN | TCTRL_RS | TCTRL_IE, TCTRL_RS, TCTRL_EN,
					     TCTRL_IE, 0 };
	uint32_t good = 0;
	check_count("TCNTVAL holds what is written", holds(&GPTIMER_TCNTVAL(u, n), ~0u) == PATTERNS);
	check_count("TRLDVAL holds what is written", holds(&GPTIMER_TRLDVAL(u, n), ~0u) == PATTERNS);
	GPTIMER_TCNTVAL(u, n) = 0x7FFFFFFF; /* no underflow while it runs below */
	for (uint32_t i = 0; i < 5; i++) {
		GPTIMER_TCTRL(u, n) = controls[i];
		good += GPTIMER_TCTRL(u, n) == controls[i];
	}
	check_count("TCTRL holds what is written", good == 5);
	GPTIMER_TCNTVAL(u, n) = 55;
	GPTIMER_TRLDVAL(u, n) = 123;
	GPTIMER_TCTRL(u, n) = 0;
	check_count("without LD nothing is loaded", GPTIMER_TCNTVAL(u, n) == 55);
	GPTIMER_TCTRL(u, n) = TCTRL_LD;
	check_count("LD loads the reload value", GPTIMER_TCNTVAL(u, n) == 123);
	check_count("LD does not stay", (GPTIMER_TCTRL(u, n) & TCTRL_LD) == 0);
}

/* Both of a timer's ways to go on, by the system's clock. */
static void test_counting(uint32_t u, uint32_t n)
{
	const uint32_t period = RELOAD + 1, ticks = 500;
	GPTIMER_SRELOAD(u) = RELOAD;
	GPTIMER_TRLDVAL(u, n) = ticks - 1;
	uint32_t start = cycles32();
	GPTIMER_TCTRL(u, n) = TCTRL_LD | TCTRL_RS | TCTRL_EN;
	uint32_t before = GPTIMER_TCNTVAL(u, n), at = cycles32();
	check_count("counts down from its reload value",
		    before < ticks && ticks - before <= (at - start) / period + 2);
	uint32_t rounds = 0, last = before, worst = 0;
	while (rounds < 2 && cycles32() - start < 4 * ticks * period) {
		uint32_t value = GPTIMER_TCNTVAL(u, n);
		if (value > last)
			rounds++;
		worst = value > worst ? value : worst;
		last = value;
	}
	uint32_t took = cycles32() - start;
	check_count("reloads: two periods take their time",
		    took > 2 * ticks * period - 2 * period && took < 2 * ticks * period + 500);
	check_count("  and nothing is above the reload value", worst < ticks);
	GPTIMER_TCTRL(u, n) = 0;
	GPTIMER_TCNTVAL(u, n) = 20;
	GPTIMER_TCTRL(u, n) = TCTRL_EN;
	start = cycles32();
	while (GPTIMER_TCTRL(u, n) & TCTRL_EN && cycles32() - start < 100 * period)
		;
	check_count("a single run ends", (GPTIMER_TCTRL(u, n) & TCTRL_EN) == 0);
	check_count("  after its ticks", cycles32() - start > 18 * period);
	check_count("  at all ones", GPTIMER_TCNTVAL(u, n) == 0xFFFFFFFF);
}

/* Which interrupt lines latch the timers: the settings alone. This program knows
   no line that reaches the units on every board, so nothing is ever latched. */
static void test_latch(uint32_t u)
{
	static const uint32_t events[] = { CONFIG_EL, CONFIG_ES, CONFIG_EL | CONFIG_ES, 0 };
	uint32_t good = 0, zero = 0;
	check_equal("  LATCHCFG holds what is written", holds(&LATCHCFG(u), ~0u), PATTERNS);
	for (uint32_t i = 0; i < 4; i++) {
		GPTIMER_CONFIG(u) = events[i];
		good += (GPTIMER_CONFIG(u) & (CONFIG_EL | CONFIG_ES)) == events[i];
	}
	check_equal("  CONFIG holds what is written", good, 4);
	for (uint32_t n = 1; n <= timers(u); n++)
		zero += TLATCH(u, n) == 0;
	check_equal("  TLATCH: nothing latched", zero, timers(u));
}

void test_timers(void)
{
	for (uint32_t u = 0; u < UNITS; u++) {
		check_equal("unit with timers", timers(u), u ? 4 : 5);
		/* The last timer of unit 0 is the watchdog, which runs after reset. */
		for (uint32_t n = 1; n <= timers(u); n++)
			GPTIMER_TCTRL(u, n) = TCTRL_IP;
		test_prescaler(u);
		for (uint32_t n = 1; n <= timers(u); n++) {
			test_registers(u, n);
			test_counting(u, n);
		}
		test_latch(u);
	}
}
