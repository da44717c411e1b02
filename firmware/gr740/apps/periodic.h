/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A handler that a timer calls periodically, and the matrix that it reads: what
   rt_sequential and rt_scattered share. The published programs have a signal
   handler of 100 ms that reads a matrix of 256 x 256 bytes. */
#ifndef PERIODIC_H
#define PERIODIC_H
#include "gptimer.h"
#include "irqamp.h"
#include "smp.h"
#include "trap.h"

#define PERIOD_US 100000u
#ifndef MOST_RUNS
#define MOST_RUNS 32u
#endif
#define SIDE 256u /* rows, and bytes in one */
#ifndef PASSES
#define PASSES 24u
#endif
#define TIMER_UNIT 0
#define TIMER 1

/* Beyond the 16 KiB of the first data cache, far inside the second. */
static uint8_t matrix[SIDE][SIDE] __attribute__((section(".noinit"), aligned(4096)));

/* What the handler has measured of itself. */
static struct {
	uint64_t begun[MOST_RUNS];
	uint32_t cycles[MOST_RUNS];
	uint32_t sum[MOST_RUNS];
	uint32_t cpu[MOST_RUNS];
} measured;
static volatile uint32_t runs; /* complete ones */
static uint32_t wanted_runs;

/* Reads one pass over the matrix; defined by the program. */
static uint32_t pass(uint32_t run, uint32_t number, uint32_t sum);

/* A sum over the bytes that depends on their order. */
static inline uint32_t sum_byte(uint32_t sum, uint32_t factor, uint32_t byte)
{
	return sum * factor + byte;
}
static volatile const uint32_t sum_factor = 0x01000193;

/* Where a run has its place in `measured`; a program whose other cores call the handler as well has its own. */
#ifndef THIS_RUN
#define THIS_RUN runs
#endif

NOINLINE static void timer_handler(void)
{
	uint32_t run = THIS_RUN, sum = 0;
	uint32_t start = cycles32();
	measured.begun[run] = cycles64();
	measured.cpu[run] = cpu_index();
	for (uint32_t number = 0; number < PASSES; number++)
		sum = pass(run, number, sum);
	measured.sum[run] = sum;
	measured.cycles[run] = cycles32() - start;
}

static void on_tick(struct trap_frame *frame)
{
	GPTIMER_TCTRL(TIMER_UNIT, TIMER) = TCTRL_IP | TCTRL_IE | TCTRL_RS | TCTRL_EN;
	timer_handler();
	runs = runs + 1;
	/* Here, since handlers that overrun leave no time to what they interrupt. */
	if (runs == wanted_runs) {
		gptimer_stop(TIMER_UNIT, TIMER);
		IRQAMP_ICLEAR = 1u << gptimer_irq(TIMER_UNIT, TIMER);
	}
	smp_idle_restart(frame);
}

static void matrix_fill(void)
{
	uint32_t x = 1;
	for (uint32_t i = 0; i < SIDE * SIDE; i++) {
		x = x * 1103515245u + 12345u;
		matrix[i / SIDE][i % SIDE] = (uint8_t)(x >> 24);
	}
}

/* Starts the timer for `wanted` runs; its interrupt comes to core `cpu`. */
static void periodic_start(uint32_t cpu, uint32_t wanted)
{
	wanted_runs = wanted;
	uint32_t irq = gptimer_irq(TIMER_UNIT, TIMER);
	trap_set(TT_IRQ(irq), on_tick);
	irqamp_unmask(cpu, irq);
	pil_set(0);
	gptimer_start(TIMER_UNIT, TIMER, PERIOD_US, TCTRL_IE | TCTRL_RS);
}

/* Sleeps in power-down until `wanted` runs are complete. */
static void periodic_wait(uint32_t wanted)
{
	uint32_t now;
	while ((now = runs) < wanted)
		smp_idle_while(&runs, now);
}

static uint32_t run_us(uint32_t run)
{
	return measured.cycles[run] / CYCLES_PER_US;
}

/* Between the beginning of a run and that of the one before. */
static uint32_t interval_us(uint32_t run)
{
	return (uint32_t)((measured.begun[run] - measured.begun[run - 1]) / CYCLES_PER_US);
}

static uint32_t mean(uint32_t first, uint32_t end, uint32_t (*of)(uint32_t run))
{
	uint32_t sum = 0;
	for (uint32_t run = first; run < end; run++)
		sum += of(run);
	return sum / (end - first);
}
#endif
