/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* One timer interrupts core 0, which reads the counters of all cores, the die's temperature and
   the marks of heap and stacks. With EXTRAE_SAMPLING_BROADCAST=1 its interrupt goes to all cores, and each reads its
   own counters and the address at which it was interrupted. */
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
static uint32_t started, broadcast, marks[MAX_CPUS];

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

/* A core's sample, into the buffer of the core that takes it; address 1: that core was not interrupted. */
static void sample(uint32_t core, uint32_t address)
{
	uint32_t buffer = SAMPLER + cpu_index();
	uint64_t now = cycles64();
	extrae_add(buffer, core, now, EV_STACK_MARK, mark(core), MORE);
	extrae_add(buffer, core, now, EV_SAMPLE, address, WITH_COUNTERS);
}

static void on_tick(struct trap_frame *frame)
{
	uint32_t me = cpu_index();
	if (me == 0)
		GPTIMER_TCTRL(UNIT, TIMER) = TCTRL_IP | TCTRL_IE | TCTRL_RS | TCTRL_EN;
	if (extrae_on)
		sample(me, frame->pc);
	for (uint32_t core = 1; extrae_on && !broadcast && core < extrae_cores; core++)
		sample(core, 1);
	if (extrae_on && me == 0) {
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
	broadcast = extrae_number("EXTRAE_SAMPLING_BROADCAST", 0);
	IRQAMP_BRDCST = broadcast ? 1u << irq : 0;
	for (uint32_t core = 0; core < (broadcast ? extrae_cores : 1); core++)
		irqamp_unmask(core, irq);
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
	for (uint32_t core = 0; core < extrae_cores; core++)
		irqamp_mask(core, gptimer_irq(UNIT, TIMER));
	pil_set(15);
}
