/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A handler each 100 ms that reads a matrix row by row: one read of 32 misses the
   cache, and a run takes less than half of its period. The last of its runs is
   another core's. */
#include "check.h"
#include "periodic.h"
#include "printf.h"

#define RUNS 30u

NOINLINE static uint32_t pass(uint32_t run, uint32_t number, uint32_t sum)
{
	(void)run;
	(void)number;
	uint32_t factor = sum_factor;
	for (uint32_t row = 0; row < SIDE; row++)
		for (uint32_t column = 0; column < SIDE; column++)
			sum = sum_byte(sum, factor, matrix[row][column]);
	return sum;
}

int main(void)
{
	uint32_t irq = gptimer_irq(TIMER_UNIT, TIMER);
	matrix_fill();
	smp_start(2);
	periodic_start(0, RUNS);
	periodic_wait(RUNS - 1);
	/* Core 1 takes the next tick; core 0 sleeps beyond the run's end. */
	irqamp_mask(0, irq);
	irqamp_unmask(1, irq);
	sleep_us(PERIOD_US * 5 / 4);

	int same = 1;
	for (uint32_t run = 0; run < RUNS; run++) {
		same &= measured.sum[run] == measured.sum[0];
		printf("run %2u on core %u: %6u us", run, measured.cpu[run], run_us(run));
		if (run > 0)
			printf(", %6u us behind the one before", interval_us(run));
		printf("\n");
	}
	check_true("all runs have the sum of the first", same);
	check_equal("runs", runs, RUNS);
	check_equal("core of the last run", measured.cpu[RUNS - 1], 1);
	check_range("microseconds of a run", mean(0, RUNS, run_us), 35000, 45000);
	check_range("microseconds between two runs", mean(1, RUNS, interval_us), PERIOD_US - 100, PERIOD_US + 100);
	return check_result();
}
