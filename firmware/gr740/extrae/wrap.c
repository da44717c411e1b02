/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What ld --wrap puts in place of the OpenMP runtime's entry points. A wrapper that the runtime
   itself reaches records nothing: its caller's wrapper did. */
#include "heap.h"
#include "tracer.h"
#include <stdbool.h>

#define ALL (WITH_COUNTERS | WITH_STACK)

/* Into the runtime: the state to come back to, or -1 where the runtime has called itself. */
static int enter(uint32_t type, uint64_t value, uint32_t state)
{
	uint32_t core = cpu_index();
	if (!extrae_on || extrae_inside[core])
		return -1;
	int outer = extrae_state[core];
	extrae_record(type, value, ALL, state);
	extrae_inside[core] = 1;
	return outer;
}

static void leave(int outer, uint32_t type, uint64_t value)
{
	if (outer < 0)
		return;
	extrae_inside[cpu_index()] = 0;
	extrae_record(type, value, ALL, (uint32_t)outer);
}

/* Code of the program that the runtime calls. */
struct program {
	int inside, state;
};

static struct program program_begin(uint32_t type, uint64_t value)
{
	uint32_t core = cpu_index();
	struct program p = { extrae_inside[core], extrae_state[core] };
	extrae_inside[core] = 0;
	extrae_record(type, value, ALL, RUNNING);
	return p;
}

static void program_end(struct program p, uint32_t type)
{
	extrae_record(type, 0, ALL, (uint32_t)p.state);
	extrae_inside[cpu_index()] = (uint8_t)p.inside;
}

/* ---- Regions. The first word is what GOMP_parallel_reductions looks at. ---- */
struct region {
	void *first;
	void (*fn)(void *);
	void *data;
};

static void member(void *of)
{
	struct region *r = of;
	struct program p = program_begin(EV_OUTLINED, (uint32_t)r->fn);
	r->fn(r->data);
	program_end(p, EV_OUTLINED);
}

void extrae_forget_dependences(void);

#define REGION(value, call) \
	struct region r = { 0, fn, data }; \
	int outer = enter(EV_PARALLEL, value, SCHED); \
	extrae_forget_dependences(); \
	call; \
	leave(outer, EV_PARALLEL, 0)

#define ARGUMENTS void (*fn)(void *), void *data, unsigned count
#define WRAP(type, name, ...) type __real_##name(__VA_ARGS__); type __wrap_##name(__VA_ARGS__); \
	type __wrap_##name(__VA_ARGS__)

WRAP(void, GOMP_parallel, ARGUMENTS, unsigned flags)
{
	REGION(3, __real_GOMP_parallel(member, &r, count, flags));
}

WRAP(unsigned, GOMP_parallel_reductions, ARGUMENTS, unsigned flags)
{
	unsigned size;
	REGION(3, (r.first = *(void **)data, size = __real_GOMP_parallel_reductions(member, &r, count, flags)));
	return size;
}

WRAP(void, GOMP_parallel_sections, ARGUMENTS, unsigned sections, unsigned flags)
{
	REGION(2, __real_GOMP_parallel_sections(member, &r, count, sections, flags));
}

#define PARALLEL_LOOP(name) \
	WRAP(void, GOMP_parallel_loop_##name, ARGUMENTS, long start, long end, long step, long chunk, unsigned flags) \
	{ \
		REGION(1, __real_GOMP_parallel_loop_##name(member, &r, count, start, end, step, chunk, flags)); \
	}
PARALLEL_LOOP(dynamic)
PARALLEL_LOOP(nonmonotonic_dynamic)
PARALLEL_LOOP(guided)
PARALLEL_LOOP(nonmonotonic_guided)

/* ---- Worksharing. ---- */
#define LOOP(name) \
	WRAP(bool, GOMP_loop_##name##_start, long start, long end, long step, long chunk, long *from, long *to) \
	{ \
		int outer = enter(EV_WORKSHARING, 4, SCHED); \
		bool some = __real_GOMP_loop_##name##_start(start, end, step, chunk, from, to); \
		leave(outer, EV_DISPATCH, 0); \
		return some; \
	} \
	WRAP(bool, GOMP_loop_##name##_next, long *from, long *to) \
	{ \
		int outer = enter(EV_DISPATCH, 1, SCHED); \
		bool some = __real_GOMP_loop_##name##_next(from, to); \
		leave(outer, EV_DISPATCH, 0); \
		return some; \
	}
LOOP(dynamic)
LOOP(nonmonotonic_dynamic)
LOOP(guided)
LOOP(nonmonotonic_guided)

#define CALL(type, name, begin, state, of_end) \
	WRAP(void, name, void) \
	{ \
		int outer = enter(type, begin, state); \
		__real_##name(); \
		leave(outer, of_end, 0); \
	}

/* A barrier, then the end of the construct. */
static void construct_end(void (*real)(void), uint32_t state)
{
	int outer = enter(EV_JOIN, 1, state);
	real();
	if (outer >= 0)
		extrae_record(EV_JOIN, 0, MORE, (uint32_t)outer);
	leave(outer, EV_WORKSHARING, 0);
}

#define ENDS(name, state) \
	WRAP(void, name, void) \
	{ \
		construct_end(__real_##name, state); \
	}
ENDS(GOMP_loop_end, SYNC)
ENDS(GOMP_loop_end_nowait, SCHED)
ENDS(GOMP_sections_end, SYNC)
ENDS(GOMP_sections_end_nowait, SCHED)

WRAP(unsigned, GOMP_sections_start, unsigned count)
{
	int outer = enter(EV_WORKSHARING, 5, SCHED);
	unsigned n = __real_GOMP_sections_start(count);
	leave(outer, EV_DISPATCH, 0);
	return n;
}

WRAP(unsigned, GOMP_sections_next, void)
{
	int outer = enter(EV_DISPATCH, 1, SCHED);
	unsigned n = __real_GOMP_sections_next();
	leave(outer, EV_DISPATCH, 0);
	return n;
}

WRAP(bool, GOMP_single_start, void)
{
	int outer = enter(EV_WORKSHARING, 6, SCHED);
	bool mine = __real_GOMP_single_start();
	leave(outer, EV_WORKSHARING, 0);
	return mine;
}

/* ---- Synchronisation. ---- */
CALL(EV_BARRIER, GOMP_barrier, 1, SYNC, EV_BARRIER)
CALL(EV_TASKWAIT, GOMP_taskwait, 1, SYNC, EV_TASKWAIT)
CALL(EV_TASKGROUP, GOMP_taskgroup_start, 1, SCHED, EV_TASKGROUP)
CALL(EV_TASKGROUP, GOMP_taskgroup_end, 2, SYNC, EV_TASKGROUP)

#define LOCKS(name, type, taken) \
	WRAP(void, name, void) \
	{ \
		int outer = enter(type, 3, SYNC); \
		__real_##name(); \
		leave(outer, type, taken); \
	}
#define UNLOCKS(name, type) \
	WRAP(void, name, void) \
	{ \
		int outer = enter(type, 5, SYNC); \
		__real_##name(); \
		leave(outer, type, 0); \
	}
LOCKS(GOMP_critical_start, EV_UNNAMED, 6)
UNLOCKS(GOMP_critical_end, EV_UNNAMED)
LOCKS(GOMP_ordered_start, EV_ORDERED, 6)
UNLOCKS(GOMP_ordered_end, EV_ORDERED)

#define NAMED(name, begin, after) \
	WRAP(void, name, void *word) \
	{ \
		int outer = enter(EV_NAMED, begin, SYNC); \
		__real_##name(word); \
		leave(outer, EV_NAMED, after); \
	}
NAMED(GOMP_critical_name_start, 3, 6)
NAMED(GOMP_critical_name_end, 5, 0)
NAMED(omp_set_lock, 3, 6)
NAMED(omp_unset_lock, 5, 0)

/* ---- Memory. ---- */
WRAP(void *, malloc, size_t bytes)
{
	int outer = enter(EV_MEMORY, 1, ALLOCATE);
	void *memory = __real_malloc(bytes);
	if (outer >= 0) {
		extrae_record(EV_SIZE, bytes, MORE, (uint32_t)outer);
		extrae_record(EV_POINTER_OUT, (uint32_t)memory, MORE, (uint32_t)outer);
		extrae_record(EV_HEAP, heap_used, MORE, (uint32_t)outer);
	}
	leave(outer, EV_MEMORY, 0);
	return memory;
}

WRAP(void, free, void *memory)
{
	int outer = enter(EV_MEMORY, 2, RELEASE);
	__real_free(memory);
	if (outer >= 0) {
		extrae_record(EV_POINTER_IN, (uint32_t)memory, MORE, (uint32_t)outer);
		extrae_record(EV_HEAP, heap_used, MORE, (uint32_t)outer);
	}
	leave(outer, EV_MEMORY, 0);
}

/* ---- A program that sleeps: a state, and no event of its own. ---- */
WRAP(void, sleep_us, uint32_t microseconds)
{
	int outer = enter(0, 0, IDLE);
	__real_sleep_us(microseconds);
	leave(outer, 0, 0);
}

/* ---- Tasks. In front of the arguments that the runtime copies. ---- */
struct task_header {
	void (*fn)(void *);
	void (*copy)(void *, void *);
	void *data;
	uint32_t id;
};

uint32_t extrae_task_new(void **depend);

static void task_run(void *of)
{
	struct task_header *h = of;
	struct traced_task *t = h->id < TRACED_TASKS ? &extrae_tasks[h->id] : 0;
	struct program p = program_begin(EV_TASK_RUN, (uint32_t)h->fn);
	extrae_record(EV_TASK_ID, h->id, 0, RUNNING);
	if (t) {
		t->began_on = (uint8_t)cpu_index();
		t->begin = cycles64();
	}
	h->fn(h + 1);
	if (t) {
		t->ended_on = (uint8_t)cpu_index();
		t->end = cycles64();
	}
	extrae_record(EV_TASK_ID, h->id, 0, RUNNING);
	program_end(p, EV_TASK_RUN);
}

static void task_copy(void *to, void *from)
{
	struct task_header *h = from;
	*(struct task_header *)to = *h;
	h->copy((struct task_header *)to + 1, h->data);
}

WRAP(void, GOMP_task, void (*fn)(void *), void *data, void (*copy)(void *, void *), long bytes, long align,
     bool if_clause, unsigned flags, void **depend, int priority, void *detach)
{
	const long most = 128 - (long)sizeof(struct task_header); /* TASK_BYTES of the runtime */
	if (!extrae_on || extrae_inside[cpu_index()] || align > 16 || bytes > most) {
		__real_GOMP_task(fn, data, copy, bytes, align, if_clause, flags, depend, priority, detach);
		return;
	}
	struct {
		struct task_header header;
		uint8_t arguments[112];
	} __attribute__((aligned(16))) block;
	block.header = (struct task_header){ fn, copy, data, extrae_task_new(flags & 8 ? depend : 0) };
	int outer = enter(EV_TASK_MADE, (uint32_t)fn, SCHED);
	extrae_record(EV_TASK_ID, block.header.id, 0, SCHED);
	if (!copy)
		__builtin_memcpy(block.arguments, data, (size_t)bytes);
	__real_GOMP_task(task_run, &block, copy ? task_copy : 0, bytes + (long)sizeof block.header, 16, if_clause,
			 flags, depend, priority, detach);
	leave(outer, EV_TASK_MADE, 0);
}
