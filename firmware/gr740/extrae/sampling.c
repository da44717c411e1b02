/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* One timer interrupts core 0, which reads the counters of all cores, the die's temperature and
   the marks of heap and stacks. */
#include "gptimer.h"
#include "heap.h"
#include "irqamp.h"
#include "stackmark.h"
#include "thsens.h"
#include "tracer.h"
#include "trap.h"

#define UNIT 1u
#define TIMER 1u
#define PATTERN 0x57ACC0DEu /* what stackmark_paint writes */
#define AHEAD 64            /* words below the mark that a sample looks at */

extern uint32_t cpu_stacks[MAX_CPUS][STACK_BYTES / 4];
static uint32_t started, marks[MAX_CPUS];

/* The mark goes down as far as words that are not the pattern come close behind each other. */
static uint32_t mark(uint32_t core)
{
	const volatile uint32_t *end = cpu_stacks[core + 1];
	uint32_t words = marks[core];
	for (uint32_t at = words + 1; at <= words + AHEAD && at <= STACK_BYTES / 4; at++)
		if (end[-(int)at] != PATTERN)
			words = at;
	marks[core] = words;
	return 4 * words;
}

static void on_tick(struct trap_frame *frame)
{
	GPTIMER_TCTRL(UNIT, TIMER) = TCTRL_IP | TCTRL_IE | TCTRL_RS | TCTRL_EN;
	for (uint32_t core = 0; extrae_on && core < extrae_cores; core++) {
		uint64_t now = cycles64();
		extrae_add(SAMPLER, core, now, EV_STACK_MARK, mark(core), MORE);
		extrae_add(SAMPLER, core, now, EV_SAMPLE, core ? 1 : frame->pc, WITH_COUNTERS);
	}
	if (extrae_on) {
		uint64_t now = cycles64();
		extrae_add(SAMPLER, 0, now, EV_HEAP, heap_used, MORE);
		extrae_add(SAMPLER, 0, now, EV_TEMPERATURE, 1000 * thsens_degrees(), 0);
	}
	smp_idle_restart(frame);
}

void extrae_sampling_start(uint32_t microseconds)
{
	uint32_t irq = gptimer_irq(UNIT, TIMER);
	thsens_start();
	trap_set(TT_IRQ(irq), on_tick);
	irqamp_unmask(cpu_index(), irq);
	gptimer_start(UNIT, TIMER, microseconds, TCTRL_IE | TCTRL_RS);
	started = 1;
	pil_set(0);
}

void extrae_sampling_stop(void)
{
	if (!started)
		return;
	started = 0;
	gptimer_stop(UNIT, TIMER);
	irqamp_mask(cpu_index(), gptimer_irq(UNIT, TIMER));
	pil_set(15);
}
