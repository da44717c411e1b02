/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Records in memory: a buffer a core and one of its sampling interrupt, so that none needs a lock. */
#include "l4stat.h"
#include "tracer.h"
#include <stddef.h>

static struct record store[BUFFERS][RECORDS] __attribute__((section(".noinit"), aligned(32)));
extern uint32_t cpu_stacks[MAX_CPUS][STACK_BYTES / 4];

struct buffer extrae_buffers[BUFFERS];
uint8_t extrae_state[MAX_CPUS], extrae_inside[MAX_CPUS];

struct record *extrae_add(uint32_t buffer, uint32_t core, uint64_t cycles, uint32_t type, uint64_t value,
			  uint32_t flags)
{
	struct buffer *b = &extrae_buffers[buffer];
	if (b->used >= extrae_buffer_size) {
		b->lost++;
		return NULL;
	}
	struct record *r = &store[buffer][b->used];
	b->records = store[buffer];
	r->cycles = cycles;
	r->type = type;
	r->value = value;
	r->core = (uint8_t)core;
	r->flags = (uint8_t)flags;
	if (flags & WITH_COUNTERS)
		for (uint32_t i = 0; i < extrae_counters; i++)
			r->counters[i] = L4STAT_CVAL(extrae_counters * core + i);
	b->used++;
	return r;
}

void extrae_record(uint32_t type, uint64_t value, uint32_t flags, uint32_t state)
{
	uint32_t core = cpu_index(), sp;
	if (!extrae_on)
		return;
	struct record *r = extrae_add(core, core, cycles64(), type, value, flags);
	extrae_state[core] = (uint8_t)state;
	if (!r)
		return;
	r->state = (uint8_t)state;
	__asm__ volatile("mov %%sp, %0" : "=r"(sp));
	r->stack = (uint32_t)cpu_stacks[core + 1] - sp;
}
