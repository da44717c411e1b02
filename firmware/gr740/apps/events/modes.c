/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What CCTRL does with a count: filters, clear on read, maximum duration, freeze,
   wrap, the unit's clock gate, and many counters at once. */
#include "check.h"
#include "clkgate.h"
#include "events.h"
#include "l4stat.h"
#include "regs.h"
#include "usermode.h"
#include <stddef.h>

#define SUPERVISOR_ONLY L4STAT_OPTIONS_SUPERVISOR_MODE_FILTER
#define USER_ONLY L4STAT_OPTIONS_USER_MODE_FILTER

static void user_nops(void)
{
	user_call(kernel_nops_400);
}

static void user_empty(void)
{
	user_call(kernel_empty);
}

/* Instructions that 400 user-mode NOPs add to an empty excursion. */
static uint32_t user_part(uint32_t options)
{
	uint32_t empty = count(0x11, options, WARM, user_empty);
	return count(0x11, options, WARM, user_nops) - empty;
}

static void test_filters(void)
{
	check_equal("user code, no filter", user_part(0), 400);
	check_equal("user code, user filter (SU=10)", user_part(USER_ONLY), 400);
	check_equal("user code, supervisor filter (SU=01)", user_part(SUPERVISOR_ONLY), 0);
	check_equal("user code, SU=11", user_part(USER_ONLY | SUPERVISOR_ONLY), 400);
	check_equal("supervisor code, user filter", count(0x11, USER_ONLY, WARM, kernel_nops_400), 0);
	check_equal("supervisor code, supervisor filter",
		    count(0x11, SUPERVISOR_ONLY, WARM, kernel_nops_400), 400);
}

static void test_clear_on_read(void)
{
	uint32_t options = L4STAT_OPTIONS_CLEAR_ON_READ, first, latched, second;
	prepare(WARM, kernel_nops_400);
	l4stat_counter_clear(1);
	l4stat_counter_max_set(1, 0);
	l4stat_counter_enable(1, 0x11, 0, (int)options);
	kernel_nops_400();
	L4STAT_CCTRL(1) = control(0x11, 0, options) & ~L4STAT_EN;
	l4stat_counter_get(1, &first);
	l4stat_counter_max_get(1, &latched);
	l4stat_counter_get(1, &second);
	check_range("clear on read: first read", first, 400, 700);
	check_equal("  CSVAL has it", latched, first);
	check_equal("  second read", second, 0);
	l4stat_counter_disable(1);
}

/* Longest run in cycles of an event's level, out of CSVAL. */
static uint32_t longest(uint32_t event, uint32_t level, enum prepare how, kernel_fn *kernel)
{
	volatile uint32_t *csval = &L4STAT_CSVAL(0);
	uint32_t on = control(event, 0, level | L4STAT_OPTIONS_MAXIMUM_DURATION);
	prepare(how, kernel);
	measure(&L4STAT_CCTRL(0), on, csval, kernel_empty);
	L4STAT_CVAL(0) = 0;
	*csval = 0;
	return measure(&L4STAT_CCTRL(0), on, csval, kernel);
}

static void test_duration(void)
{
	uint32_t active = L4STAT_OPTIONS_EVENT_LEVEL_ENABLE, inactive = L4STAT_OPTIONS_EVENT_LEVEL_DISABLE;
	/* 300 instructions between two calls, each with its return and delay slot. */
	check_range("longest time without a CALL", longest(0x28, inactive, WARM, kernel_spaced_calls), 300, 330);
	/* One a cycle: 400 and the NOPs of the harness. */
	check_range("longest run of instructions", longest(0x11, active, WARM, kernel_nops_400), 400, 500);
	uint32_t hit = longest(0x0A, active, COLD_D, kernel_load_far_lines);
	uint32_t miss = longest(0x0A, active, COLD_L2, kernel_one_slow_load);
	check_range("longest D-cache hold, L2 hit", hit, 3, 60);
	check_range("longest D-cache hold, L2 miss", miss, 15, 200);
	check_true("  a miss holds longer", miss > hit);
}

static void test_freeze_and_wrap(void)
{
	uint32_t before, after, base;
	l4stat_counter_clear(2);
	l4stat_counter_enable(2, 0x11, 0, 0);
	kernel_nops_400();
	L4STAT_CCTRL(2) = control(0x11, 0, 0) & ~L4STAT_EN;
	l4stat_counter_get(2, &before);
	kernel_nops_400();
	l4stat_counter_get(2, &after);
	check_equal("EN=0 keeps the value", after, before);
	check_range("  which had counted", before, 400, 700);

	uint32_t on = control(0x11, 0, 0), start = 0xFFFFFFF0;
	prepare(WARM, kernel_nops_400);
	measure(&L4STAT_CCTRL(2), on, &L4STAT_CVAL(2), kernel_empty);
	l4stat_counter_set(2, 0);
	base = measure(&L4STAT_CCTRL(2), on, &L4STAT_CVAL(2), kernel_empty);
	l4stat_counter_set(2, start);
	after = measure(&L4STAT_CCTRL(2), on, &L4STAT_CVAL(2), kernel_nops_400);
	check_equal("wraps at 2^32", after - start - base, 400);
	check_true("  and is small afterwards", after < start);
}

static uint32_t across_gate(int gate)
{
	uint32_t before, after;
	l4stat_counter_clear(3);
	l4stat_counter_enable(3, 0x11, 0, 0);
	l4stat_counter_get(3, &before);
	if (gate)
		clkgate_stop(CLKGATE_L4STAT);
	for (int i = 0; i < 10; i++)
		kernel_nops_400();
	if (gate)
		clkgate_resume(CLKGATE_L4STAT);
	l4stat_counter_get(3, &after);
	l4stat_counter_disable(3);
	return after - before;
}

static void test_gate(void)
{
	check_range("clock on: counted", across_gate(0), 4000, 4500);
	check_range("clock gated (GRCLKGATE bit 6): counted", across_gate(1), 0, 300);
	uint32_t during;
	l4stat_counter_set(3, 1234);
	clkgate_stop(CLKGATE_L4STAT);
	during = L4STAT_CVAL(3);
	clkgate_resume(CLKGATE_L4STAT);
	check_equal("  registers read as 0 meanwhile", during, 0);
	check_equal("  and keep their value", L4STAT_CVAL(3), 1234);
}

/* Sixteen counters, one kernel: each must show its own event. */
static void test_many(void)
{
	static const struct {
		uint8_t event;
		uint8_t expected;
	} set[4] = { { 0x38, 35 }, { 0x39, 20 }, { 0x3A, 15 }, { 0x28, 0 } };
	uint32_t value[2][L4STAT_COUNTERS];
	kernel_fn *kernels[2] = { kernel_empty, kernel_loads_stores };
	prepare(WARM, kernel_loads_stores);
	for (uint32_t pass = 0; pass < 2; pass++) {
		for (uint32_t n = 0; n < L4STAT_COUNTERS; n++) {
			L4STAT_CVAL(n) = 0;
			L4STAT_CCTRL(n) = control(set[n % 4].event, 0, 0);
		}
		kernels[pass]();
		for (uint32_t n = 0; n < L4STAT_COUNTERS; n++)
			L4STAT_CCTRL(n) = 0;
		for (uint32_t n = 0; n < L4STAT_COUNTERS; n++)
			value[pass][n] = L4STAT_CVAL(n);
	}
	uint32_t good = 0;
	for (uint32_t n = 0; n < L4STAT_COUNTERS; n++)
		good += value[1][n] - value[0][n] == set[n % 4].expected;
	check_equal("16 counters at once: as expected", good, 16);
}

static void test_interface(void)
{
	uint32_t value;
	check_true("EINVAL: counter 16", l4stat_counter_enable(16, 0x11, 0, 0) == L4STAT_ERR_EINVAL);
	check_true("EINVAL: event 0x80", l4stat_counter_enable(0, 0x80, 0, 0) == L4STAT_ERR_EINVAL);
	check_true("EINVAL: cpu 16", l4stat_counter_enable(0, 0x11, 16, 0) == L4STAT_ERR_EINVAL);
	check_true("EINVAL: no pointer", l4stat_counter_get(0, NULL) == L4STAT_ERR_EINVAL);
	/* Errata 43.2.6: TSTAMP is reset every clock. */
	check_true("TSTAMP read", l4stat_tstamp_get(&value) == L4STAT_ERR_OK);
	check_equal("  always 0", value, 0);
}

void test_modes(void)
{
	test_filters();
	test_clear_on_read();
	test_duration();
	test_freeze_and_wrap();
	test_gate();
	test_many();
	test_interface();
}
