/* Sums an array in two orders, and asks the counters of a TriCore core what each of them cost. */
#include "counters.h"
#include "printf.h"

enum { COUNT = 4096 };
static uint32_t numbers[COUNT];

/* Every STEP-th number, then the ones beside them, and so on: each number once. */
static uint32_t __attribute__((noinline)) sum(uint32_t step)
{
	uint32_t all = 0;
	__asm__ volatile("" ::: "memory"); /* so that the call stays where it is */
	for (uint32_t first = 0; first < step; first++)
		for (uint32_t i = first; i < COUNT; i += step)
			all += numbers[i];
	return all;
}

static uint32_t measure(uint32_t step)
{
	counters_clear();
	counters_start(CCTRL_M1(M1_PCACHE_HIT) | CCTRL_M2(M2_PCACHE_MISS) | CCTRL_M3(M3_DMEM_STALL));
	uint32_t all = sum(step);
	counters_stop();
	struct counts c = counters_read();
	printf("step %u: %u cycles, %u instructions, %u program cache misses\n", step, c.ccnt, c.icnt, c.m2);
	return all;
}

/* On cpu0. What main returns is the status of the run. */
int main(void)
{
	for (uint32_t i = 0; i < COUNT; i++)
		numbers[i] = i;
	uint32_t by_one = measure(1);
	uint32_t by_eight = measure(8);
	return by_one == by_eight && by_one == (COUNT - 1u) * COUNT / 2 ? 0 : 1;
}
