/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Parallel regions and the team barrier. */
#include "gomp.h"
#include "string.h"

bool GOMP_barrier_cancel(void);

static struct thread threads[MAX_CPUS];
static struct task implicit[MAX_CPUS];
/* Code outside any region: a team of one. */
static struct team initial = { .size = 1 };
static uint32_t wanted; /* omp_set_num_threads, 0 = all cores */

struct thread *gomp_self(void)
{
	struct thread *t = &threads[cpu_index()];
	if (!t->team) {
		gomp_team_init(&initial, 1);
		t->team = &initial;
		t->task = &implicit[cpu_index()];
	}
	return t;
}

uint32_t gomp_default_threads(void)
{
	uint32_t cores = smp_cores();
	return wanted && wanted < cores ? wanted : cores;
}

void gomp_set_threads(uint32_t count)
{
	wanted = count;
}

void gomp_team_init(struct team *team, uint32_t requested)
{
	memset(team, 0, sizeof *team);
	team->size = requested;
	for (uint32_t i = 0; i < SHARES; i++)
		team->shares[i].turn = i;
}

/* One thread's part of a region, on its own core. */
static void team_member(void *of)
{
	struct team *team = of;
	struct thread *self = &threads[cpu_index()];
	struct thread outer = *self;
	struct task task;
	memset(&task, 0, offsetof(struct task, arguments));
#ifdef GOMP_FULL
	task.group = team->group;
#endif
	*self = (struct thread){
		.team = team,
		.number = team->size > 1 ? cpu_index() : 0,
		.level = outer.level + 1,
		.task = &task,
	};
	if (team->preset) {
		self->share = team->preset;
		self->constructs = 1;
	}
	team->fn(team->data);
	GOMP_barrier();
	*self = outer;
}

void gomp_run_team(void (*fn)(void *), void *data, struct team *team)
{
	team->fn = fn;
	team->data = data;
	smp_start(team->size);
	for (uint32_t cpu = 1; cpu < team->size; cpu++)
		smp_run(cpu, team_member, team);
	team_member(team);
	/* The team lives on this stack: nobody may look at it any more. */
	for (uint32_t cpu = 1; cpu < team->size; cpu++)
		smp_wait(cpu);
}

/* Team size of a new region: no nesting, and only cpu0 leads a real team. */
static uint32_t team_size(unsigned requested)
{
	struct thread *self = gomp_self();
	uint32_t cores = gomp_default_threads();
	if (self->level > 0 || cpu_index() != 0)
		return 1;
	if (requested == 0)
		return cores;
	return requested < smp_cores() ? requested : smp_cores();
}

void GOMP_parallel(void (*fn)(void *), void *data, unsigned count, unsigned flags)
{
	struct team team;
	(void)flags; /* proc_bind: threads are cores */
	gomp_team_init(&team, team_size(count));
	gomp_run_team(fn, data, &team);
}

#ifdef GOMP_FULL
unsigned GOMP_parallel_reductions(void (*fn)(void *), void *data, unsigned count, unsigned flags);

/* A region whose tasks take part in its reductions. */
unsigned GOMP_parallel_reductions(void (*fn)(void *), void *data, unsigned count, unsigned flags)
{
	struct team team;
	struct group group = { .reductions = *(uintptr_t **)data };
	(void)flags;
	gomp_team_init(&team, team_size(count));
	gomp_reductions_allocate(group.reductions, NULL, team.size);
	team.group = &group;
	gomp_run_team(fn, data, &team);
	return team.size;
}
#endif

/* The loop is open before any thread enters fn, which calls only _next. */
static void parallel_loop(void (*fn)(void *), void *data, unsigned count, enum schedule how, long start,
			  long end, long incr, long chunk)
{
	struct team team;
	gomp_team_init(&team, team_size(count));
	team.preset = &team.shares[0];
	team.preset->open = 1;
	team.preset->left = team.size;
	gomp_share_loop(team.preset, how, start, end, incr, chunk);
	gomp_run_team(fn, data, &team);
}

#define PARALLEL_LOOP(name, how) \
	void GOMP_parallel_loop_##name(void (*fn)(void *), void *data, unsigned count, long start, \
				       long end, long incr, long chunk, unsigned flags); \
	void GOMP_parallel_loop_##name(void (*fn)(void *), void *data, unsigned count, long start, \
				       long end, long incr, long chunk, unsigned flags) \
	{ \
		(void)flags; \
		parallel_loop(fn, data, count, how, start, end, incr, chunk); \
	}

#define PARALLEL_LOOP_RUNTIME(name) \
	void GOMP_parallel_loop_##name(void (*fn)(void *), void *data, unsigned count, long start, \
				       long end, long incr, unsigned flags); \
	void GOMP_parallel_loop_##name(void (*fn)(void *), void *data, unsigned count, long start, \
				       long end, long incr, unsigned flags) \
	{ \
		(void)flags; \
		parallel_loop(fn, data, count, SCHEDULE_DYNAMIC, start, end, incr, 1); \
	}

PARALLEL_LOOP(dynamic, SCHEDULE_DYNAMIC)
PARALLEL_LOOP(nonmonotonic_dynamic, SCHEDULE_DYNAMIC)
PARALLEL_LOOP(guided, SCHEDULE_GUIDED)
PARALLEL_LOOP(nonmonotonic_guided, SCHEDULE_GUIDED)
PARALLEL_LOOP_RUNTIME(runtime)
PARALLEL_LOOP_RUNTIME(nonmonotonic_runtime)
PARALLEL_LOOP_RUNTIME(maybe_nonmonotonic_runtime)

void GOMP_parallel_sections(void (*fn)(void *), void *data, unsigned count, unsigned sections, unsigned flags);
void GOMP_parallel_sections(void (*fn)(void *), void *data, unsigned count, unsigned sections, unsigned flags)
{
	(void)flags;
	parallel_loop(fn, data, count, SCHEDULE_DYNAMIC, 1, (long)sections + 1, 1, 1);
}

/* The barrier is over when all threads have arrived and all explicit tasks of
   the team are done; who waits works on tasks. */
void GOMP_barrier(void)
{
	struct team *team = gomp_self()->team;
	uint32_t generation = team->generation;
	fetch_add32(&team->arrived, 1);
	uint32_t seen;
	while (seen = gomp_events(), team->generation == generation) {
		if (team->outstanding && gomp_run_task(team))
			continue;
		if (team->arrived != team->size || team->outstanding) {
			gomp_idle(seen);
			continue;
		}
		spin_lock(&team->lock);
		if (team->generation == generation && team->arrived == team->size && !team->outstanding) {
			team->arrived = 0;
			COMPILER_BARRIER();
			team->generation = generation + 1;
		}
		spin_unlock(&team->lock);
		gomp_notify();
	}
	COMPILER_BARRIER();
}

bool GOMP_barrier_cancel(void)
{
	GOMP_barrier();
	return false;
}
