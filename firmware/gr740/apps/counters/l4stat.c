/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* L4STAT: every register of every counter, then what a counter shows. */
#include "l4stat.h"
#include "check.h"
#include "clkgate.h"
#include "counters.h"
#include "smp.h"
#include "usermode.h"

#define CL L4STAT_OPTIONS_CLEAR_ON_READ
#define CD L4STAT_OPTIONS_MAXIMUM_DURATION
#define EL L4STAT_OPTIONS_EVENT_LEVEL_ENABLE
#define SUPERVISOR L4STAT_OPTIONS_SUPERVISOR_MODE_FILTER
#define USER L4STAT_OPTIONS_USER_MODE_FILTER
#define WRITABLE (EL | CD | USER | SUPERVISOR | CL | L4STAT_EN | 0xFFFu)

NOINLINE static void leaf(void)
{
	__asm__ volatile("");
}

/* `n` CALL instructions. */
NOINLINE static void calls(uint32_t n)
{
	while (n--)
		leaf();
}

NOINLINE static void calls_64(void)
{
	calls(64);
}

static void other_core(void *arg)
{
	calls((uint32_t)arg);
}

static uint32_t control(uint32_t event, uint32_t cpu, uint32_t options)
{
	return options | L4STAT_EN | event << L4STAT_EVENT_SHIFT | cpu;
}

/* What counter `c` shows of `n` calls, its own overhead with it: one CALL. The
   loads of CCTRL wait for the stores before them. */
NOINLINE static uint32_t counted(uint32_t c, uint32_t from, uint32_t on, uint32_t n)
{
	L4STAT_CVAL(c) = from;
	L4STAT_CCTRL(c) = on;
	(void)L4STAT_CCTRL(c);
	calls(n);
	(void)L4STAT_CCTRL(c);
	L4STAT_CCTRL(c) = 0;
	(void)L4STAT_CCTRL(c);
	return L4STAT_CVAL(c);
}

void test_l4stat_registers(void)
{
	clkgate_enable(CLKGATE_L4STAT);
	uint32_t values = 0, latches = 0, controls = 0, apart = 0;
	for (uint32_t c = 0; c < L4STAT_COUNTERS; c++) {
		L4STAT_CCTRL(c) = 0;
		values += holds(&L4STAT_CVAL(c), ~0u) == PATTERNS;
		latches += holds(&L4STAT_CSVAL(c), ~0u) == PATTERNS;
	}
	check_equal("CVAL holds what is written, stopped", values, L4STAT_COUNTERS);
	check_equal("CSVAL holds what is written", latches, L4STAT_COUNTERS);
	static const uint32_t patterns[] = { 0x5A3CA5C3, 0xA5C35A3C, 0xFFFFFFFF, 0 };
	for (uint32_t c = 0; c < L4STAT_COUNTERS; c++) {
		uint32_t good = 0;
		for (uint32_t i = 0; i < 4; i++) {
			/* Event and processor are those that count nothing here. */
			uint32_t event = 0x28 ^ (i << 1), value = patterns[i] & (WRITABLE & ~0xFFFu);
			value |= event << L4STAT_EVENT_SHIFT | (3 - i);
			L4STAT_CCTRL(c) = value;
			good += (L4STAT_CCTRL(c) & WRITABLE) == value;
		}
		L4STAT_CCTRL(c) = 0;
		controls += good == 4;
	}
	check_equal("CCTRL holds what is written", controls, L4STAT_COUNTERS);
	for (uint32_t c = 0; c < L4STAT_COUNTERS; c++) {
		L4STAT_CVAL(c) = 1000 + c;
		L4STAT_CSVAL(c) = 2000 + c;
	}
	for (uint32_t c = 0; c < L4STAT_COUNTERS; c++)
		apart += L4STAT_CVAL(c) == 1000 + c && L4STAT_CSVAL(c) == 2000 + c;
	check_equal("counters are apart", apart, L4STAT_COUNTERS);
}

/* The unit counts what happens, from any value, on each counter. */
static void test_exact(void)
{
	static const uint32_t from[] = { 0, 0xFFF0, 0xFFFFF0, 0xFFFFFFF0 };
	uint32_t good = 0, still = 0;
	for (uint32_t c = 0; c < L4STAT_COUNTERS; c++) {
		for (uint32_t i = 0; i < 4; i++)
			good += counted(c, from[i], control(L4STAT_CALL, 0, 0), 200 + c) ==
				from[i] + 201 + c;
		uint32_t before = L4STAT_CVAL(c);
		calls(10);
		still += L4STAT_CVAL(c) == before;
	}
	check_equal("calls counted, from 0 and across wraps", good, 4 * L4STAT_COUNTERS);
	check_equal("EN=0 keeps the value", still, L4STAT_COUNTERS);
	uint32_t on = control(L4STAT_CALL, 0, 0);
	L4STAT_CVAL(5) = 0;
	L4STAT_CCTRL(5) = on;
	calls(99);
	uint32_t first = L4STAT_CVAL(5), second = L4STAT_CVAL(5);
	L4STAT_CVAL(5) = 7;
	calls(2);
	uint32_t preset = L4STAT_CVAL(5);
	L4STAT_CCTRL(5) = 0;
	check_equal("a running counter can be read", first, 100);
	check_equal("  and read again", second, 100);
	check_equal("  and preset", preset, 10);
}

static void test_clear_and_latch(void)
{
	for (uint32_t c = 0; c < 2; c++) {
		L4STAT_CSVAL(c) = 0;
		check_equal("clear on read: read", counted(c, 0, control(L4STAT_CALL, 0, CL), 50), 51);
		L4STAT_CCTRL(c) = control(L4STAT_CALL, 0, CL);
		uint32_t read = L4STAT_CVAL(c), latched = L4STAT_CSVAL(c), cleared = L4STAT_CVAL(c);
		L4STAT_CCTRL(c) = 0;
		check_equal("  kept until then by EN=0", read, 51);
		check_equal("  latched", latched, 51);
		check_equal("  cleared", cleared, 0);
	}
	/* The longest run of cycles without a CALL lasts as the loop does. */
	L4STAT_CVAL(2) = 0;
	L4STAT_CSVAL(2) = 0;
	L4STAT_CCTRL(2) = control(L4STAT_CALL, 0, CD);
	(void)L4STAT_CCTRL(2);
	uint32_t start = cycles32();
	while (cycles32() - start < 3000)
		;
	calls(2);
	L4STAT_CCTRL(2) = control(L4STAT_CALL, 0, CD) & ~L4STAT_EN;
	check_range("longest time without a call", L4STAT_CSVAL(2), 3000, 3400);
	L4STAT_CCTRL(2) = 0;
}

static uint32_t in_user_mode(uint32_t filter)
{
	L4STAT_CVAL(6) = 0;
	L4STAT_CCTRL(6) = control(L4STAT_CALL, 0, filter);
	(void)L4STAT_CCTRL(6);
	user_call(calls_64);
	uint32_t value = L4STAT_CVAL(6);
	L4STAT_CCTRL(6) = 0;
	return value;
}

static void test_filters(void)
{
	check_equal("user calls, user filter", in_user_mode(USER), 65);
	check_range("user calls, supervisor filter", in_user_mode(SUPERVISOR), 0, 8);
	check_range("user calls, no filter", in_user_mode(0), 65, 73);
	check_equal("supervisor calls, user filter", counted(6, 0, control(L4STAT_CALL, 0, USER), 20), 0);
	check_equal("supervisor calls, supervisor filter",
		    counted(6, 0, control(L4STAT_CALL, 0, SUPERVISOR), 20), 21);
}

static void test_gate(void)
{
	L4STAT_CVAL(7) = 0;
	L4STAT_CCTRL(7) = control(L4STAT_CALL, 0, 0);
	calls(10);
	uint32_t before = L4STAT_CVAL(7);
	clkgate_stop(CLKGATE_L4STAT);
	calls(1000);
	uint32_t during = L4STAT_CVAL(7);
	clkgate_resume(CLKGATE_L4STAT);
	uint32_t after = L4STAT_CVAL(7);
	L4STAT_CCTRL(7) = 0;
	check_equal("before the clock is gated", before, 11);
	check_equal("  gated: reads 0", during, 0);
	check_range("  and counts nothing meanwhile", after, before, before + 12);
}

/* One counter a core: a core's calls are its own counter's. */
static void test_cores(void)
{
	uint32_t cores = smp_cores(), own = 0, foreign = 0;
	for (uint32_t cpu = 1; cpu < cores; cpu++) {
		for (uint32_t c = 0; c < cores; c++) {
			L4STAT_CCTRL(8 + c) = 0;
			L4STAT_CVAL(8 + c) = 0;
			L4STAT_CCTRL(8 + c) = control(L4STAT_CALL, c, 0);
		}
		smp_run(cpu, other_core, (void *)5000);
		smp_wait(cpu);
		for (uint32_t c = 1; c < cores; c++) {
			uint32_t value = L4STAT_CVAL(8 + c);
			if (c == cpu)
				own += value >= 5000 && value < 5020;
			else
				foreign += value;
		}
	}
	for (uint32_t c = 0; c < cores; c++)
		L4STAT_CCTRL(8 + c) = 0;
	check_equal("cores whose calls their counter has", own, cores - 1);
	check_equal("calls in counters of other cores", foreign, 0);
}

void test_l4stat_counts(void)
{
	smp_start(smp_cores());
	test_exact();
	test_clear_and_latch();
	test_filters();
	test_gate();
	test_cores();
}
