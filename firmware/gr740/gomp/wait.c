/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Waits of barriers and tasks: by spinning, or asleep in power-down until another
   core has ended a barrier, made a task ready or finished one. */
#include "gomp.h"
#include "irqamp.h"
#include "omp_wait.h"

/* In .data, so that a debugger can set it before the start code clears .bss. */
volatile uint32_t omp_wait_policy __attribute__((section(".data"))) = OMP_WAIT_SPIN;

static volatile uint32_t events;
static volatile uint32_t sleepers; /* a bit a core */
static volatile uint32_t unmasked; /* cores that take the inter-processor interrupt */

static void set_bit(volatile uint32_t *word, uint32_t bit)
{
	uint32_t old;
	do
		old = *word;
	while (cas32(word, old, old | bit) != old);
}

static void clear_bit(volatile uint32_t *word, uint32_t bit)
{
	uint32_t old;
	do
		old = *word;
	while (cas32(word, old, old & ~bit) != old);
}

uint32_t gomp_events(void)
{
	return events;
}

void gomp_idle(uint32_t seen)
{
	uint32_t cpu = cpu_index(), me = 1u << cpu;
	if (omp_wait_policy == OMP_WAIT_SPIN)
		return;
	if (!(unmasked & me)) {
		irqamp_unmask(cpu, IRQ_IPI);
		set_bit(&unmasked, me);
	}
	/* Both this and the increment in gomp_notify are atomic: either the notifier
	   finds the bit, or smp_idle_while finds the new number. */
	set_bit(&sleepers, me);
	uint32_t pil = pil_set(15);
	pil_set(pil < IRQ_IPI ? pil : IRQ_IPI - 1);
	smp_idle_while(&events, seen);
	pil_set(pil);
	clear_bit(&sleepers, me);
}

void gomp_notify(void)
{
	if (omp_wait_policy == OMP_WAIT_SPIN)
		return;
	fetch_add32(&events, 1);
	uint32_t others = sleepers & ~(1u << cpu_index());
	for (uint32_t cpu = 0; others; cpu++, others >>= 1)
		if (others & 1)
			irqamp_force(cpu, IRQ_IPI);
}
