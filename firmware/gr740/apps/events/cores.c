/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Counters that look at another core, and the master filter of bus events. */
#include "check.h"
#include "events.h"
#include "gptimer.h"
#include "l4stat.h"
#include "smp.h"

/* Bit 15 for events from 0x40 on: only the master in bits 3:0. */
#define MASTER_FILTER L4STAT_OPTIONS_USER_MODE_FILTER

static void nops(void *arg)
{
	(void)arg;
	kernel_nops_400();
}

/* Instructions of cpu1 while cpu0 gives it `jobs` times 400 NOPs. */
static uint32_t on_cpu1(uint32_t jobs)
{
	uint32_t value;
	l4stat_counter_clear(4);
	l4stat_counter_enable(4, 0x11, 1, 0);
	for (uint32_t i = 0; i < jobs; i++) {
		smp_run(1, nops, 0);
		smp_wait(1);
	}
	l4stat_counter_get(4, &value);
	l4stat_counter_disable(4);
	return value;
}

static uint32_t nonseq_of(uint32_t master)
{
	volatile uint32_t *cctrl = &L4STAT_CCTRL(0), *cval = &L4STAT_CVAL(0);
	uint32_t on = control(0x42, master, MASTER_FILTER);
	prepare(COLD_D, kernel_load_lines);
	measure(cctrl, on, cval, kernel_empty);
	*cval = 0;
	uint32_t base = measure(cctrl, on, cval, kernel_empty);
	*cval = 0;
	return measure(cctrl, on, cval, kernel_load_lines) - base;
}

void test_cores(void)
{
	if (smp_cores() < 2)
		return;
	smp_start(2);
	delay_us(5); /* cpu1 is in power-down by then */
	uint32_t value;
	l4stat_counter_clear(4);
	l4stat_counter_enable(4, 0x11, 1, 0);
	kernel_nops_400();
	l4stat_counter_get(4, &value);
	check_equal("cpu1 asleep: instructions", value, 0);
	l4stat_counter_clear(4);
	l4stat_counter_enable(4, 0x15, 1, 0);
	kernel_nops_400();
	l4stat_counter_get(4, &value);
	check_equal("cpu1 asleep: execution time", value, 0);
	on_cpu1(4); /* its code into its cache */
	delay_us(5);
	/* The wake-up, the job and the way back to sleep, which may still run. */
	check_range("cpu1, 10 times 400 instructions", on_cpu1(10), 4000, 4000 + 10 * 300);
	delay_us(5);
	check_equal("non-sequential transfers of master 0", nonseq_of(0), 64);
	check_equal("non-sequential transfers of master 1", nonseq_of(1), 0);
}
