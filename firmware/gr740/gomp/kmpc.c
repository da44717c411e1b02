/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What Clang's -fopenmp calls: regions, loops, and what synchronises threads.
   Prototypes and numbers as in LLVM's openmp/runtime/src/kmp.h. A thread's global
   number is its number in the team: there is one team at a time. */
#include "gomp.h"
#include "heap.h"
#include "omp.h"
#include "string.h"
#include <stdarg.h>

struct ident;
typedef int32_t lock_name[8];
typedef void microtask(int32_t *thread, int32_t *bound, ...);

#define ARGUMENTS 15
#define SCHEDULE_MODIFIERS 0x60000000
enum { STATIC_CHUNKED = 33, STATIC = 34, DYNAMIC_CHUNKED = 35, GUIDED_CHUNKED = 36 };

void GOMP_critical_name_start(void **word);
void GOMP_critical_name_end(void **word);
bool GOMP_single_start(void);
bool GOMP_loop_dynamic_next(long *from, long *to);

static int32_t pushed_threads; /* of cpu0, which alone leads teams */
static void *volatile copyprivate_data;

int32_t __kmpc_global_thread_num(struct ident *at)
{
	(void)at;
	return omp_get_thread_num();
}

void __kmpc_push_num_threads(struct ident *at, int32_t thread, int32_t threads)
{
	(void)at;
	(void)thread;
	if (cpu_index() == 0)
		pushed_threads = threads;
}

struct call {
	microtask *fn;
	void *arguments[ARGUMENTS];
};

/* Words behind those that the function takes do no harm. */
static void run_microtask(void *of)
{
	struct call *call = of;
	void **a = call->arguments;
	int32_t thread = omp_get_thread_num(), bound = thread;
	call->fn(&thread, &bound, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11],
		 a[12], a[13], a[14]);
}

void __kmpc_fork_call(struct ident *at, int32_t count, microtask *fn, ...)
{
	struct call call = { .fn = fn };
	va_list list;
	(void)at;
	va_start(list, fn);
	for (int32_t i = 0; i < count && i < ARGUMENTS; i++)
		call.arguments[i] = va_arg(list, void *);
	va_end(list);
	unsigned threads = 0;
	if (cpu_index() == 0) {
		threads = (unsigned)pushed_threads;
		pushed_threads = 0;
	}
	GOMP_parallel(run_microtask, &call, threads, 0);
}

/* A region whose `if` clause is false: the caller runs it itself, as a team of one. */
struct alone {
	struct thread outer;
	struct alone *below;
	struct team team;
	struct task task;
};
static struct alone *alone[MAX_CPUS];

void __kmpc_serialized_parallel(struct ident *at, int32_t thread)
{
	(void)at;
	(void)thread;
	struct thread *self = gomp_self();
	struct alone *a = gomp_memory(sizeof *a);
	a->outer = *self;
	a->below = alone[cpu_index()];
	alone[cpu_index()] = a;
	gomp_team_init(&a->team, 1);
	memset(&a->task, 0, sizeof a->task);
	*self = (struct thread){ .team = &a->team, .level = self->level + 1, .task = &a->task };
}

void __kmpc_end_serialized_parallel(struct ident *at, int32_t thread)
{
	(void)at;
	(void)thread;
	struct alone *a = alone[cpu_index()];
	GOMP_barrier(); /* the region's tasks */
	alone[cpu_index()] = a->below;
	*gomp_self() = a->outer;
	free(a);
}

void __kmpc_barrier(struct ident *at, int32_t thread)
{
	(void)at;
	(void)thread;
	GOMP_barrier();
}

void __kmpc_flush(struct ident *at)
{
	(void)at;
	COMPILER_BARRIER();
}

/* Bounds are inclusive. `incr` is the loop's, `stride` the distance of a thread's chunks. */
void __kmpc_for_static_init_4(struct ident *at, int32_t thread, int32_t schedule, int32_t *last, int32_t *lower,
			      int32_t *upper, int32_t *stride, int32_t incr, int32_t chunk)
{
	(void)at;
	(void)thread;
	int32_t me = omp_get_thread_num(), threads = omp_get_num_threads();
	int32_t span = incr > 0 ? *upper - *lower : *lower - *upper;
	int32_t trips = span < 0 ? 0 : span / (incr > 0 ? incr : -incr) + 1;
	if ((schedule & ~SCHEDULE_MODIFIERS) == STATIC_CHUNKED) {
		chunk = chunk < 1 ? 1 : chunk;
		*last = trips && me == (trips - 1) / chunk % threads;
		*stride = chunk * threads * incr;
		*lower += chunk * me * incr;
		*upper = *lower + (chunk - 1) * incr;
		return;
	}
	int32_t each = trips / threads, more = trips % threads;
	int32_t mine = each + (me < more), before = me * each + (me < more ? me : more);
	*last = mine && before + mine == trips;
	*stride = trips * incr;
	*lower += before * incr;
	*upper = *lower + (mine - 1) * incr;
}

void __kmpc_for_static_init_4u(struct ident *at, int32_t thread, int32_t schedule, int32_t *last, uint32_t *lower,
			       uint32_t *upper, int32_t *stride, int32_t incr, int32_t chunk)
{
	__kmpc_for_static_init_4(at, thread, schedule, last, (int32_t *)lower, (int32_t *)upper, stride, incr, chunk);
}

void __kmpc_for_static_fini(struct ident *at, int32_t thread)
{
	(void)at;
	(void)thread;
}

void __kmpc_dispatch_init_4(struct ident *at, int32_t thread, int32_t schedule, int32_t lower, int32_t upper,
			    int32_t incr, int32_t chunk)
{
	(void)at;
	(void)thread;
	bool first;
	bool guided = (schedule & ~SCHEDULE_MODIFIERS) == GUIDED_CHUNKED;
	struct share *s = gomp_share_enter(&first);
	if (first)
		gomp_share_loop(s, guided ? SCHEDULE_GUIDED : SCHEDULE_DYNAMIC, lower, upper + (incr > 0 ? 1 : -1), incr,
				chunk);
	spin_unlock(&s->lock);
}

void __kmpc_dispatch_init_4u(struct ident *at, int32_t thread, int32_t schedule, uint32_t lower, uint32_t upper,
			     int32_t incr, int32_t chunk)
{
	__kmpc_dispatch_init_4(at, thread, schedule, (int32_t)lower, (int32_t)upper, incr, chunk);
}

int32_t __kmpc_dispatch_next_4(struct ident *at, int32_t thread, int32_t *last, int32_t *lower, int32_t *upper,
			       int32_t *stride)
{
	(void)at;
	(void)thread;
	long from, to;
	const struct share *s = gomp_self()->share;
	if (!GOMP_loop_dynamic_next(&from, &to)) {
		gomp_share_leave();
		return 0;
	}
	*lower = from;
	*upper = to - (s->incr > 0 ? 1 : -1);
	*stride = s->incr;
	*last = to == s->end;
	return 1;
}

int32_t __kmpc_dispatch_next_4u(struct ident *at, int32_t thread, int32_t *last, uint32_t *lower, uint32_t *upper,
				int32_t *stride)
{
	return __kmpc_dispatch_next_4(at, thread, last, (int32_t *)lower, (int32_t *)upper, stride);
}

/* The last call of _next has left the loop. */
void __kmpc_dispatch_deinit(struct ident *at, int32_t thread)
{
	(void)at;
	(void)thread;
}

int32_t __kmpc_single(struct ident *at, int32_t thread)
{
	(void)at;
	(void)thread;
	return GOMP_single_start();
}

void __kmpc_end_single(struct ident *at, int32_t thread)
{
	(void)at;
	(void)thread;
}

void __kmpc_copyprivate(struct ident *at, int32_t thread, size_t bytes, void *data, void (*copy)(void *, void *),
			int32_t did)
{
	(void)at;
	(void)thread;
	(void)bytes;
	if (did)
		copyprivate_data = data;
	GOMP_barrier();
	if (!did)
		copy(data, copyprivate_data);
	GOMP_barrier();
}

int32_t __kmpc_master(struct ident *at, int32_t thread)
{
	(void)at;
	(void)thread;
	return omp_get_thread_num() == 0;
}

void __kmpc_end_master(struct ident *at, int32_t thread)
{
	(void)at;
	(void)thread;
}

int32_t __kmpc_masked(struct ident *at, int32_t thread, int32_t filter)
{
	(void)at;
	(void)thread;
	return omp_get_thread_num() == filter;
}

void __kmpc_end_masked(struct ident *at, int32_t thread)
{
	(void)at;
	(void)thread;
}

void __kmpc_critical(struct ident *at, int32_t thread, lock_name *lock)
{
	(void)at;
	(void)thread;
	GOMP_critical_name_start((void **)(void *)lock);
}

void __kmpc_end_critical(struct ident *at, int32_t thread, lock_name *lock)
{
	(void)at;
	(void)thread;
	GOMP_critical_name_end((void **)(void *)lock);
}

/* 1: the caller adds its copies to the variables, then calls the end. */
int32_t __kmpc_reduce_nowait(struct ident *at, int32_t thread, int32_t count, size_t bytes, void *data,
			     void (*combine)(void *, void *), lock_name *lock)
{
	(void)count;
	(void)bytes;
	(void)data;
	(void)combine;
	__kmpc_critical(at, thread, lock);
	return 1;
}

void __kmpc_end_reduce_nowait(struct ident *at, int32_t thread, lock_name *lock)
{
	__kmpc_end_critical(at, thread, lock);
}

int32_t __kmpc_reduce(struct ident *at, int32_t thread, int32_t count, size_t bytes, void *data,
		      void (*combine)(void *, void *), lock_name *lock)
{
	return __kmpc_reduce_nowait(at, thread, count, bytes, data, combine, lock);
}

void __kmpc_end_reduce(struct ident *at, int32_t thread, lock_name *lock)
{
	__kmpc_end_critical(at, thread, lock);
	GOMP_barrier();
}
