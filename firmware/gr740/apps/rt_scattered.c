/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The reads of rt_sequential column by column. The bytes of a column lie 256 apart
   and fall into 16 of the 128 sets of the first data cache, whose four ways hold
   64 of its 256 lines: each read evicts a line before the next column needs it.
   A run takes longer than its period of 100 ms; the tick that has come meanwhile
   waits for its end, so that one run follows the other.

   In two runs of five, four of the 24 passes go along diagonals. There each row is one
   byte further than the row before, the lines of 256 rows fall into all 128 sets,
   two into each, and stay until all their bytes are read. Such a run is over
   earlier, and the next one begins earlier than the period: a violation. */
#include "check.h"
#include "periodic.h"
#include "printf.h"

#define RUNS 18u
#define DIAGONAL_PASSES 4u

static int has_diagonals(uint32_t run)
{
	return run % 5 == 2 || run % 5 == 4;
}

/* Column by column with slope 0, along diagonals with slope 1. */
NOINLINE static uint32_t pass(uint32_t run, uint32_t number, uint32_t sum)
{
	uint32_t slope = has_diagonals(run) && number < DIAGONAL_PASSES;
	uint32_t factor = sum_factor;
	for (uint32_t column = 0; column < SIDE; column++)
		for (uint32_t row = 0, at = column; row < SIDE; row++, at += slope)
			sum = sum_byte(sum, factor, matrix[row][at % SIDE]);
	return sum;
}

int main(void)
{
	matrix_fill();
	periodic_start(0, RUNS);
	periodic_wait(RUNS);

	int same = 1;
	uint32_t early = 0;
	for (uint32_t run = 0; run < RUNS; run++) {
		uint32_t alike = has_diagonals(run) ? 2 : 0;
		same &= measured.sum[run] == measured.sum[alike];
		printf("run %2u: %6u us", run, run_us(run));
		if (run > 0) {
			printf(", %6u us behind the one before", interval_us(run));
			early += has_diagonals(run - 1);
		}
		printf("%s\n", has_diagonals(run) ? ", with diagonals" : "");
	}
	printf("%u runs begin earlier than the others\n", early);
	check_true("runs of one order have one sum", same);
	check_true("the two orders have two sums", measured.sum[0] != measured.sum[2]);
	check_range("microseconds of a run", mean(0, RUNS, run_us), PERIOD_US + 1, 130000);
	check_range("microseconds between two runs", mean(1, RUNS, interval_us), PERIOD_US + 1, 130000);
	return check_result();
}
