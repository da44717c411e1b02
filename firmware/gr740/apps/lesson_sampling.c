/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* For a lesson: a sampling profiler. A task has a period of 100 us: `filter` for a third of it, `search` for the
   rest. A timer asks every `period_us` which of them runs; cycles are counted beside it. */
#include "gptimer.h"
#include "irqamp.h"
#include "printf.h"
#include "trap.h"

#define TURN_US 100u /* of the task */
#define TURNS 400u
#define TIMER_UNIT 0u
#define TIMER 1u

volatile uint32_t period_us __attribute__((section(".data"))) = 100; /* of the samples */

volatile uint32_t samples, samples_in_filter, cycles_in_filter, cycles_in_all;
static volatile uint32_t filtering;

static void on_sample(struct trap_frame *frame)
{
	(void)frame;
	GPTIMER_TCTRL(TIMER_UNIT, TIMER) = TCTRL_IP | TCTRL_IE | TCTRL_RS | TCTRL_EN;
	samples++;
	samples_in_filter += filtering;
}

NOINLINE static void filter(uint32_t from)
{
	while (cycles32() - from < TURN_US * CYCLES_PER_US / 3)
		;
}

NOINLINE static void search(uint32_t from)
{
	while (cycles32() - from < TURN_US * CYCLES_PER_US)
		;
}

int main(void)
{
	uint32_t irq = gptimer_irq(TIMER_UNIT, TIMER);
	trap_set(TT_IRQ(irq), on_sample);
	irqamp_unmask(0, irq);
	pil_set(0);
	uint32_t begin = cycles32(), from = begin;
	gptimer_start(TIMER_UNIT, TIMER, period_us, TCTRL_IE | TCTRL_RS);
	for (uint32_t turn = 0; turn < TURNS; turn++, from += TURN_US * CYCLES_PER_US) {
		uint32_t start = cycles32();
		filtering = 1;
		filter(from);
		filtering = 0;
		cycles_in_filter += cycles32() - start;
		search(from);
	}
	cycles_in_all = cycles32() - begin;
	gptimer_stop(TIMER_UNIT, TIMER);
	printf("%u of %u samples in filter, %u of %u cycles\n", samples_in_filter, samples, cycles_in_filter, cycles_in_all);
	return 0;
}
