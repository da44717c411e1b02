/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Inside of the OpenMP runtime: what GCC's -fopenmp calls, one thread a core.
   Thread n of the outermost team runs on core n.

   Without GOMP_FULL waits always spin, and there are no task reductions: the
   runtime that lu and omp are linked with. */
#ifndef GOMP_H
#define GOMP_H
#include "smp.h"
#include <stdbool.h>
#include <stddef.h>

/* Work shares (loops, sections, singles) that threads of a team may be ahead of
   each other through `nowait`. */
#define SHARES 8
#define TASKS 64          /* deferred tasks in flight; more run at once */
#define TASK_BYTES 128    /* of arguments */
#define TASK_DEPENDS 8

enum schedule { SCHEDULE_DYNAMIC, SCHEDULE_GUIDED };

struct share {
	volatile uint32_t turn; /* number of the construct that may use the slot */
	volatile uint32_t open;
	uint32_t left; /* threads that have not left yet */
	spinlock_t lock;
	enum schedule schedule;
	volatile uint32_t next; /* first iteration not handed out, as long */
	long end, incr, chunk;
	volatile long ordered; /* first iteration of the chunk whose turn it is */
	void *volatile copy;   /* copyprivate data */
};

struct group {
	volatile uint32_t tasks;
	struct group *outer;
#ifdef GOMP_FULL
	uintptr_t *reductions; /* descriptors of the compiler, see reduction.c */
#endif
};

struct task {
	void (*fn)(void *);
	void *data;
	struct task *parent;
	struct task *next_ready;
	struct group *group;
	volatile uint32_t children; /* live ones */
	uint32_t waiting;           /* predecessors not finished */
	uint32_t successors[TASKS / 32];
	void *depend[TASK_DEPENDS];
	uint8_t depends, outs, used, done, final;
	uint8_t arguments[TASK_BYTES] __attribute__((aligned(16)));
};

struct team {
	void (*fn)(void *);
	void *data;
	uint32_t size;
#ifdef GOMP_FULL
	struct group *group; /* of the implicit tasks: reductions of the region */
#endif
	volatile uint32_t arrived, generation;
	volatile uint32_t outstanding; /* explicit tasks not finished */
	spinlock_t lock;               /* barrier end and tasks */
	struct task *ready_first, *ready_last;
	struct share shares[SHARES];
	struct share *preset; /* loop opened by GOMP_parallel_loop_* */
};

/* One a core; saved and restored around a nested (one-thread) team. */
struct thread {
	struct team *team;
	uint32_t number;
	uint32_t level;
	uint32_t constructs; /* met so far in this team */
	struct share *share;
	long chunk_begin, chunk_end; /* the chunk in work, for `ordered` */
	bool chunk_held;
	struct task *task;
};

struct thread *gomp_self(void);
uint32_t gomp_default_threads(void);
void gomp_set_threads(uint32_t threads);
void gomp_run_team(void (*fn)(void *), void *data, struct team *team);
void gomp_team_init(struct team *team, uint32_t requested);

struct share *gomp_share_enter(bool *first);
void gomp_share_leave(void);
void gomp_share_loop(struct share *s, enum schedule how, long start, long end, long incr, long chunk);

/* Runs one ready task; false if there is none. */
bool gomp_run_task(struct team *team);

/* Barriers and task waits: a thread reads the number of events, looks whether its
   wait is over, and if not idles until there are more events than it has read.
   gomp_notify is the event: a barrier ended, a task became ready or finished. */
#ifdef GOMP_FULL
uint32_t gomp_events(void);
void gomp_idle(uint32_t seen);
void gomp_notify(void);
#else
static inline uint32_t gomp_events(void)
{
	return 0;
}
static inline void gomp_idle(uint32_t seen)
{
	(void)seen;
}
static inline void gomp_notify(void)
{
}
#endif

void GOMP_barrier(void);
void GOMP_parallel(void (*fn)(void *), void *data, unsigned threads, unsigned flags);
void GOMP_taskgroup_start(void);
void GOMP_taskgroup_end(void);
#ifdef GOMP_FULL
/* Memory of the heap; the program ends with a message if there is none. */
void *gomp_memory(size_t bytes);
void GOMP_taskgroup_reduction_register(uintptr_t *descriptor);
/* Private copies for `threads` threads, all zero; `outer` is what the descriptor hides. */
void gomp_reductions_allocate(uintptr_t *descriptor, uintptr_t *outer, uint32_t threads);
#endif
#endif
