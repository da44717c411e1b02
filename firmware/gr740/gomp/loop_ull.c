/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Loops over unsigned and 64-bit counters: shared out as numbers of iterations, of
   which there are fewer than 2^31. */
#include "gomp.h"

typedef unsigned long long ull;

bool GOMP_loop_dynamic_next(long *from, long *to);

/* What each thread needs to make counters of numbers: of the loop that it is in. */
static struct {
	ull start, end, incr;
	long iterations;
} loops[MAX_CPUS] __attribute__((aligned(32)));

static bool next_chunk(ull *from, ull *to)
{
	const typeof(loops[0]) *loop = &loops[cpu_index()];
	long first, last;
	if (!GOMP_loop_dynamic_next(&first, &last))
		return false;
	*from = loop->start + (ull)first * loop->incr;
	*to = last == loop->iterations ? loop->end : loop->start + (ull)last * loop->incr;
	return true;
}

/* Downwards `incr` is the negative step, as an unsigned number. */
static bool start_loop(enum schedule how, bool up, ull start, ull end, ull incr, ull chunk, ull *from, ull *to)
{
	ull span = up ? end - start : start - end, step = up ? incr : -incr;
	bool none = up ? start >= end : start <= end;
	long iterations = none ? 0 : (long)((span + step - 1) / step);
	loops[cpu_index()] = (typeof(loops[0])){ start, end, incr, iterations };
	bool first;
	struct share *s = gomp_share_enter(&first);
	if (first)
		gomp_share_loop(s, how, 0, iterations, 1, (long)chunk);
	spin_unlock(&s->lock);
	return next_chunk(from, to);
}

#define LOOP(name, how) \
	bool GOMP_loop_ull_##name##_start(bool up, ull start, ull end, ull incr, ull chunk, ull *from, ull *to); \
	bool GOMP_loop_ull_##name##_next(ull *from, ull *to); \
	bool GOMP_loop_ull_##name##_start(bool up, ull start, ull end, ull incr, ull chunk, ull *from, ull *to) \
	{ \
		return start_loop(how, up, start, end, incr, chunk, from, to); \
	} \
	bool GOMP_loop_ull_##name##_next(ull *from, ull *to) \
	{ \
		return next_chunk(from, to); \
	}

#define LOOP_RUNTIME(name) \
	bool GOMP_loop_ull_##name##_start(bool up, ull start, ull end, ull incr, ull *from, ull *to); \
	bool GOMP_loop_ull_##name##_next(ull *from, ull *to); \
	bool GOMP_loop_ull_##name##_start(bool up, ull start, ull end, ull incr, ull *from, ull *to) \
	{ \
		return start_loop(SCHEDULE_DYNAMIC, up, start, end, incr, 1, from, to); \
	} \
	bool GOMP_loop_ull_##name##_next(ull *from, ull *to) \
	{ \
		return next_chunk(from, to); \
	}

LOOP(dynamic, SCHEDULE_DYNAMIC)
LOOP(nonmonotonic_dynamic, SCHEDULE_DYNAMIC)
LOOP(guided, SCHEDULE_GUIDED)
LOOP(nonmonotonic_guided, SCHEDULE_GUIDED)
LOOP_RUNTIME(runtime)
LOOP_RUNTIME(maybe_nonmonotonic_runtime)
