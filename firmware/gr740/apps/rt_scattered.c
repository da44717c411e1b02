/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The reads of rt_sequential column by column. The bytes of a column lie 256 apart
   and fall into 16 of the 128 sets of the first data cache, whose four ways hold
   64 of its 256 lines: each read evicts a line before the next column needs it.
   A run takes longer than its period of 100 ms; the tick that has come meanwhile
   waits for its end, so that one run follows the other.

   In two runs of five, four of the 24 passes go along diagonals. There each row is one
   byte further than the row before, the lines of 256 rows fall into all 128 sets,
   two into each, and stay until all their bytes are read. Such a run is over
   earlier, and the next one begins earlier than the period: a violation.

   When all runs are over, core 3 calls the handler from two functions, 12 and 5 times, whenever an alarm comes that
   has no period. Such a run has four passes. */
#define RUNS 18u
#define PASSES (cpu_index() ? 4u : 24u)
#define MOST_RUNS 35u
#define THIS_RUN (cpu_index() ? RUNS + alarms : runs)
#include "check.h"

static volatile uint32_t alarms; /* that core 3 has handled */
#include "periodic.h"
#include "printf.h"

#define DIAGONAL_PASSES 4u
#define ALARMS (MOST_RUNS - RUNS)
#define REPEATED 5u
#define ALARM_TIMER 3
#define ALARM_CORE 3u

static int has_diagonals(uint32_t run)
{
	return run < RUNS && (run % 5 == 2 || run % 5 == 4);
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

static uint32_t repeated;

/* Each does something behind the call, so that it is no jump. */
NOINLINE static void answer(void)
{
	timer_handler();
	alarms = alarms + 1;
}

NOINLINE static void repeat(void)
{
	timer_handler();
	repeated++;
	alarms = alarms + 1;
}

/* From 10 ms to 170 ms from now. */
static void alarm_start(void)
{
	static uint32_t x = 740;
	x = x * 1103515245u + 12345u;
	gptimer_start(TIMER_UNIT, ALARM_TIMER, 10000 + (x >> 16) % 160000, TCTRL_IE);
}

static void on_alarm(struct trap_frame *frame)
{
	GPTIMER_TCTRL(TIMER_UNIT, ALARM_TIMER) = TCTRL_IP;
	if (alarms % 3 == 2)
		repeat();
	else
		answer();
	if (alarms < ALARMS)
		alarm_start();
	else
		irqamp_force(0, IRQ_IPI);
	smp_idle_restart(frame);
}

/* Core 0 sleeps until core 3 has handled all. */
static void alarms_wait(void)
{
	uint32_t irq = gptimer_irq(TIMER_UNIT, ALARM_TIMER), now;
	smp_start(ALARM_CORE + 1);
	irqamp_unmask(0, IRQ_IPI);
	trap_set(TT_IRQ(irq), on_alarm);
	irqamp_unmask(ALARM_CORE, irq);
	alarm_start();
	while ((now = alarms) < ALARMS)
		smp_idle_while(&alarms, now);
}

int main(void)
{
	matrix_fill();
	periodic_start(0, RUNS);
	periodic_wait(RUNS);
	alarms_wait();

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
	for (uint32_t run = RUNS; run < MOST_RUNS; run++)
		same &= measured.sum[run] == measured.sum[RUNS] && measured.cpu[run] == ALARM_CORE;
	check_true("runs of one order have one sum", same);
	check_equal("repeated runs of core 3", repeated, REPEATED);
	check_true("the two orders have two sums", measured.sum[0] != measured.sum[2]);
	check_range("microseconds of a run", mean(0, RUNS, run_us), PERIOD_US + 1, 130000);
	check_range("microseconds between two runs", mean(1, RUNS, interval_us), PERIOD_US + 1, 130000);
	return check_result();
}
