/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A little library of counters on L4STAT, and a program that measures with it. pmc_preset.c is right as well; in each
   of the other files that include this one the library has one mistake. docs/user/tutorials/counter-library.md */
#include "l4stat.h"
#include "printf.h"
#include <stdint.h>

#define PMC_RIGHT 0
#define PMC_EVENT 1      /* instruction cache misses in place of data cache read misses */
#define PMC_UNCLEARED 2  /* a counter is not cleared before it starts */
#define PMC_NARROW 3     /* the result has 16 bits */
#define PMC_CORE 4       /* counters count the next core */
#define PMC_SIGN 5       /* start less end in place of end less start */
#define PMC_PRESET 6     /* counters begin near their top and wrap, and the library knows: right */
#define PMC_WRAP 7       /* as PMC_PRESET, and the library does not know */
#ifndef PMC
#define PMC PMC_RIGHT
#endif

enum pmc_event { PMC_CYCLES, PMC_INSTRUCTIONS, PMC_READ_MISSES };

static const uint8_t codes[] = {
	L4STAT_EXECUTION_TIME,
	L4STAT_TOTAL_INSTRUCTIONS,
	PMC == PMC_EVENT ? L4STAT_ICACHE_MISS : L4STAT_DCACHE_MISS,
};
static const uint32_t first = PMC == PMC_PRESET || PMC == PMC_WRAP ? 0xFFFFF000u : 0;
static const uint32_t core = PMC == PMC_CORE ? 1 : 0;

__attribute__((noinline)) void pmc_start(int slot, enum pmc_event event)
{
	L4STAT_CCTRL(slot) = 0;
	if (PMC != PMC_UNCLEARED)
		L4STAT_CVAL(slot) = first;
	L4STAT_CCTRL(slot) = L4STAT_EN | (uint32_t)codes[event] << L4STAT_EVENT_SHIFT | core;
}

__attribute__((noinline)) uint32_t pmc_stop(int slot)
{
	uint32_t now = L4STAT_CVAL(slot);

	L4STAT_CCTRL(slot) = 0;
	if (PMC == PMC_NARROW)
		return (uint16_t)now;
	if (PMC == PMC_SIGN)
		return first - now;
	if (PMC == PMC_WRAP)
		return now;
	return now - first;
}

/* What the library told: cycles, instructions and read misses of two measurements. */
uint32_t results[6];
/* The sums of both. */
struct {
	uint16_t measurements;
	uint64_t of[3];
} totals;

enum { COUNT = 8192 };
static uint32_t numbers[COUNT];

/* Reads all numbers, those of each remainder by `step` in turn. */
__attribute__((noinline)) uint32_t work(uint32_t step)
{
	uint32_t sum = 0;

	for (uint32_t from = 0; from < step; from++)
		for (uint32_t i = from; i < COUNT; i += step)
			sum += *(volatile uint32_t *)&numbers[i];
	return sum;
}

static void measure(uint32_t *result, uint32_t step)
{
	pmc_start(0, PMC_CYCLES);
	pmc_start(1, PMC_INSTRUCTIONS);
	pmc_start(2, PMC_READ_MISSES);
	work(step);
	result[0] = pmc_stop(0);
	result[1] = pmc_stop(1);
	result[2] = pmc_stop(2);
	totals.measurements++;
	for (int i = 0; i < 3; i++)
		totals.of[i] += result[i];
	printf("step %u: %u cycles, %u instructions, %u read misses\n", step, result[0], result[1], result[2]);
}

int main(void)
{
	l4stat_init();
	measure(results, 1);
	measure(results + 3, 16);
	return 0;
}
