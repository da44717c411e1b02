/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* For a lesson: a job each millisecond, and what the core does until the next one. `sleeps` says whether it polls the
   timer or sleeps. A job is late when the next tick has come before its end. */
#include "gptimer.h"
#include "irqamp.h"
#include "printf.h"
#include "smp.h"
#include "trap.h"

#define PERIOD_US 1000u
#define JOBS 20u
#define TIMER_UNIT 0u
#define TIMER 1u

volatile uint32_t sleeps __attribute__((section(".data"))) = 0;      /* 1: in power-down between jobs */
volatile uint32_t clock_mhz __attribute__((section(".data"))) = 250; /* of clocks.cpu, for the timer's scaler */

volatile uint32_t jobs, late;
static volatile uint32_t ticks;

static void on_tick(struct trap_frame *frame)
{
	GPTIMER_TCTRL(TIMER_UNIT, TIMER) = TCTRL_IP | TCTRL_IE | TCTRL_RS | TCTRL_EN;
	ticks++;
	smp_idle_restart(frame);
}

/* Some 75000 instructions. */
NOINLINE static uint32_t job(uint32_t x)
{
	for (uint32_t i = 0; i < 15000; i++)
		x = (x << 5 | x >> 27) ^ i;
	return x;
}

int main(void)
{
	uint32_t irq = gptimer_irq(TIMER_UNIT, TIMER), x = 1;
	trap_set(TT_IRQ(irq), on_tick);
	irqamp_unmask(0, irq);
	pil_set(0);
	gptimer_start(TIMER_UNIT, TIMER, PERIOD_US, TCTRL_IE | TCTRL_RS);
	GPTIMER_SRELOAD(TIMER_UNIT) = clock_mhz - 1;
	for (uint32_t n = 0; n < JOBS; n++) {
		if (sleeps)
			while (ticks == n)
				smp_idle_while(&ticks, n);
		else
			while (ticks == n)
				;
		x = job(x);
		jobs++;
		late += ticks != n + 1;
	}
	gptimer_stop(TIMER_UNIT, TIMER);
	printf("%u jobs, %u late, %x\n", jobs, late, x);
	return late != 0;
}
