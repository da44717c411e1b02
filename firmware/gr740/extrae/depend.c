/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The task graph: which task an address waits for, from the depend arrays of GOMP_task. */
#include "tracer.h"

#define ADDRESSES 256
#define READERS 24

struct tracked {
	void *address;
	uint16_t writer, readers; /* 0 for none: numbers of tasks count from 1 */
	uint16_t reader[READERS];
};

static struct tracked table[ADDRESSES];
static uint32_t tracked;
static spinlock_t lock;

struct traced_task extrae_tasks[TRACED_TASKS];
struct edge extrae_edges[EDGES];
volatile uint32_t extrae_task_count, extrae_edge_count, extrae_edges_lost;
void extrae_forget_dependences(void);
uint32_t extrae_task_new(void **depend);

/* Tasks of different regions do not depend on each other. */
void extrae_forget_dependences(void)
{
	tracked = 0;
}

static void edge(uint32_t from, uint32_t to)
{
	if (from == 0 || from == to)
		return;
	struct traced_task *t = &extrae_tasks[from];
	for (uint32_t e = t->first; e; e = extrae_edges[e].next)
		if (extrae_edges[e].to == to)
			return;
	if (extrae_edge_count + 1 >= EDGES) {
		extrae_edges_lost++;
		return;
	}
	uint32_t e = ++extrae_edge_count;
	extrae_edges[e] = (struct edge){ (uint16_t)to, t->first };
	t->first = (uint16_t)e;
}

static struct tracked *find(void *address)
{
	for (uint32_t i = 0; i < tracked; i++)
		if (table[i].address == address)
			return &table[i];
	if (tracked == ADDRESSES)
		return 0;
	table[tracked] = (struct tracked){ .address = address };
	return &table[tracked++];
}

static void depends(void *address, int writes, uint32_t id)
{
	struct tracked *t = find(address);
	if (!t) {
		extrae_edges_lost++;
		return;
	}
	if (!writes) {
		edge(t->writer, id);
		if (t->readers < READERS)
			t->reader[t->readers++] = (uint16_t)id;
		else
			extrae_edges_lost++;
		return;
	}
	/* Readers waited for the writer: with them, it is no direct dependence. */
	if (t->readers == 0)
		edge(t->writer, id);
	for (uint32_t i = 0; i < t->readers; i++)
		edge(t->reader[i], id);
	t->writer = (uint16_t)id;
	t->readers = 0;
}

uint32_t extrae_task_new(void **depend)
{
	spin_lock(&lock);
	uint32_t id = ++extrae_task_count;
	if (depend && id < TRACED_TASKS) {
		uint32_t old = !depend[0];
		uint32_t total = (uint32_t)depend[old];
		uint32_t outs = (uint32_t)depend[old + 1] + (old ? (uint32_t)depend[3] : 0);
		for (uint32_t i = 0; i < total; i++)
			depends(depend[(old ? 5 : 2) + i], i < outs, id);
	} else if (depend) {
		extrae_edges_lost++;
	}
	spin_unlock(&lock);
	return id;
}
