/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "smp.h"
#include "irqamp.h"
#include "trap.h"
#include <stddef.h>

/* One cache line a core: a poll by one does not disturb another. */
struct mailbox {
	void (*fn)(void *);
	void *arg;
	volatile uint32_t posted; /* jobs given */
	volatile uint32_t done;   /* jobs finished */
	volatile uint32_t ready;
	uint32_t unused[3];
} __attribute__((aligned(32)));

static struct mailbox mailboxes[MAX_CPUS];

extern const char smp_idle_begin[], smp_idle_end[];
void smp_secondary_main(uint32_t cpu);

void smp_idle_restart(struct trap_frame *frame)
{
	uint32_t begin = (uint32_t)smp_idle_begin, end = (uint32_t)smp_idle_end;
	if (frame->pc >= begin && frame->pc < end) {
		frame->pc = begin;
		frame->npc = begin + 4;
	}
}

static void on_ipi(struct trap_frame *frame)
{
	smp_idle_restart(frame);
}

/* Called by start.S on every core but cpu0. */
void smp_secondary_main(uint32_t cpu)
{
	struct mailbox *box = &mailboxes[cpu];
	pil_set(0);
	box->ready = 1;
	for (;;) {
		smp_idle_while(&box->posted, box->done);
		box->fn(box->arg);
		box->done++;
	}
}

uint32_t smp_cores(void)
{
	uint32_t n = irqamp_cpu_count();
	return n < MAX_CPUS ? n : MAX_CPUS;
}

void smp_start(uint32_t cores)
{
	trap_set(TT_IRQ(IRQ_IPI), on_ipi);
	for (uint32_t cpu = 1; cpu < cores; cpu++) {
		if (mailboxes[cpu].ready)
			continue;
		irqamp_unmask(cpu, IRQ_IPI);
		IRQAMP_MPSTAT = 1u << cpu;
		while (!mailboxes[cpu].ready)
			;
	}
}

void smp_run(uint32_t cpu, void (*fn)(void *), void *arg)
{
	struct mailbox *box = &mailboxes[cpu];
	box->fn = fn;
	box->arg = arg;
	COMPILER_BARRIER();
	box->posted++;
	irqamp_force(cpu, IRQ_IPI);
}

void smp_wait(uint32_t cpu)
{
	struct mailbox *box = &mailboxes[cpu];
	while (box->done != box->posted)
		;
	COMPILER_BARRIER();
}

void barrier_wait(struct barrier *b, uint32_t cores)
{
	uint32_t generation = b->generation;
	if (fetch_add32(&b->arrived, 1) == cores - 1) {
		b->arrived = 0;
		COMPILER_BARRIER();
		b->generation = generation + 1;
		return;
	}
	while (b->generation == generation)
		;
	COMPILER_BARRIER();
}
