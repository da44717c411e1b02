/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Worksharing: loops, sections, single, ordered. GCC splits static loops itself. */
#include "gomp.h"

struct share *gomp_share_enter(bool *first)
{
	struct thread *self = gomp_self();
	struct team *team = self->team;
	uint32_t number = self->constructs++;
	struct share *s = &team->shares[number % SHARES];
	while (s->turn != number) /* still in use, SHARES constructs ago */
		;
	spin_lock(&s->lock);
	*first = !s->open;
	if (*first) {
		s->open = 1;
		s->left = team->size;
		s->copy = NULL;
	}
	/* The first thread fills the share in before it lets go of the lock. */
	self->share = s;
	self->chunk_held = false;
	return s;
}

void gomp_share_leave(void)
{
	struct thread *self = gomp_self();
	struct share *s = self->share;
	self->share = NULL;
	spin_lock(&s->lock);
	if (--s->left == 0) {
		s->open = 0;
		s->turn += SHARES;
	}
	spin_unlock(&s->lock);
}

void gomp_share_loop(struct share *s, enum schedule how, long start, long end, long incr, long chunk)
{
	/* An empty range must not look like one that is still far from its end. */
	if (incr > 0 ? start > end : start < end)
		end = start;
	s->schedule = how;
	s->next = (uint32_t)start;
	s->end = end;
	s->incr = incr;
	s->chunk = chunk > 0 ? chunk : 1;
	s->ordered = start;
}

/* Iterations from `from` to the end of the loop. */
static long remaining(const struct share *s, long from)
{
	long span = s->incr > 0 ? s->end - from : from - s->end;
	long step = s->incr > 0 ? s->incr : -s->incr;
	return span <= 0 ? 0 : (span + step - 1) / step;
}

static bool take(struct share *s, long *begin, long *end)
{
	uint32_t size = gomp_self()->team->size;
	for (;;) {
		long from = (long)s->next;
		long left = remaining(s, from);
		long count = s->chunk;
		if (left == 0)
			return false;
		if (s->schedule == SCHEDULE_GUIDED) {
			long share = (left + (long)size - 1) / (long)size;
			count = share > s->chunk ? share : s->chunk;
		}
		if (count > left)
			count = left;
		long to = count == left ? s->end : from + count * s->incr;
		if (cas32(&s->next, (uint32_t)from, (uint32_t)to) == (uint32_t)from) {
			*begin = from;
			*end = to;
			return true;
		}
	}
}

static bool start_loop(enum schedule how, long start, long end, long incr, long chunk, long *from, long *to)
{
	bool first;
	struct share *s = gomp_share_enter(&first);
	if (first)
		gomp_share_loop(s, how, start, end, incr, chunk);
	spin_unlock(&s->lock);
	return take(s, from, to);
}

static bool next_chunk(long *from, long *to)
{
	return take(gomp_self()->share, from, to);
}

void GOMP_loop_end(void);
void GOMP_loop_end_nowait(void);

void GOMP_loop_end_nowait(void)
{
	gomp_share_leave();
}

void GOMP_loop_end(void)
{
	gomp_share_leave();
	GOMP_barrier();
}

/* Chunks of ordered loops go out in order, and each thread keeps the others
   waiting in GOMP_ordered_start until the chunks before are done. */
static bool ordered_done(bool more)
{
	struct thread *self = gomp_self();
	if (self->chunk_held) {
		while (self->share->ordered != self->chunk_begin)
			;
		self->share->ordered = self->chunk_end;
		self->chunk_held = false;
	}
	return more;
}

static bool ordered_hold(bool got, const long *from, const long *to)
{
	struct thread *self = gomp_self();
	self->chunk_held = got;
	if (got) {
		self->chunk_begin = *from;
		self->chunk_end = *to;
	}
	return got;
}

void GOMP_ordered_start(void);
void GOMP_ordered_end(void);

void GOMP_ordered_start(void)
{
	struct thread *self = gomp_self();
	if (self->share && self->chunk_held)
		while (self->share->ordered != self->chunk_begin)
			;
	COMPILER_BARRIER();
}

void GOMP_ordered_end(void)
{
	COMPILER_BARRIER();
}

#define LOOP(name, how) \
	bool GOMP_loop_##name##_start(long start, long end, long incr, long chunk, long *from, long *to); \
	bool GOMP_loop_##name##_next(long *from, long *to); \
	bool GOMP_loop_##name##_start(long start, long end, long incr, long chunk, long *from, long *to) \
	{ \
		return start_loop(how, start, end, incr, chunk, from, to); \
	} \
	bool GOMP_loop_##name##_next(long *from, long *to) \
	{ \
		return next_chunk(from, to); \
	}

#define LOOP_RUNTIME(name) \
	bool GOMP_loop_##name##_start(long start, long end, long incr, long *from, long *to); \
	bool GOMP_loop_##name##_next(long *from, long *to); \
	bool GOMP_loop_##name##_start(long start, long end, long incr, long *from, long *to) \
	{ \
		return start_loop(SCHEDULE_DYNAMIC, start, end, incr, 1, from, to); \
	} \
	bool GOMP_loop_##name##_next(long *from, long *to) \
	{ \
		return next_chunk(from, to); \
	}

#define LOOP_ORDERED(name, how) \
	bool GOMP_loop_ordered_##name##_start(long start, long end, long incr, long chunk, long *from, \
					      long *to); \
	bool GOMP_loop_ordered_##name##_next(long *from, long *to); \
	bool GOMP_loop_ordered_##name##_start(long start, long end, long incr, long chunk, long *from, \
					      long *to) \
	{ \
		return ordered_hold(start_loop(how, start, end, incr, chunk, from, to), from, to); \
	} \
	bool GOMP_loop_ordered_##name##_next(long *from, long *to) \
	{ \
		ordered_done(true); \
		return ordered_hold(next_chunk(from, to), from, to); \
	}

LOOP(dynamic, SCHEDULE_DYNAMIC)
LOOP(nonmonotonic_dynamic, SCHEDULE_DYNAMIC)
LOOP(guided, SCHEDULE_GUIDED)
LOOP(nonmonotonic_guided, SCHEDULE_GUIDED)
LOOP_RUNTIME(runtime)
LOOP_RUNTIME(nonmonotonic_runtime)
LOOP_RUNTIME(maybe_nonmonotonic_runtime)
/* Which thread gets a chunk is free here even for `static`: only the order of
   the bodies can be seen, and that is kept. */
LOOP_ORDERED(static, SCHEDULE_DYNAMIC)
LOOP_ORDERED(dynamic, SCHEDULE_DYNAMIC)
LOOP_ORDERED(guided, SCHEDULE_GUIDED)

unsigned GOMP_sections_start(unsigned count);
unsigned GOMP_sections_next(void);
void GOMP_sections_end(void);
void GOMP_sections_end_nowait(void);

unsigned GOMP_sections_next(void)
{
	long from, to;
	return next_chunk(&from, &to) ? (unsigned)from : 0;
}

unsigned GOMP_sections_start(unsigned count)
{
	long from, to;
	return start_loop(SCHEDULE_DYNAMIC, 1, (long)count + 1, 1, 1, &from, &to) ? (unsigned)from : 0;
}

void GOMP_sections_end(void)
{
	GOMP_loop_end();
}

void GOMP_sections_end_nowait(void)
{
	GOMP_loop_end_nowait();
}

bool GOMP_single_start(void);
void *GOMP_single_copy_start(void);
void GOMP_single_copy_end(void *data);

bool GOMP_single_start(void)
{
	bool first;
	struct share *s = gomp_share_enter(&first);
	spin_unlock(&s->lock);
	gomp_share_leave();
	return first;
}

void *GOMP_single_copy_start(void)
{
	bool first;
	struct share *s = gomp_share_enter(&first);
	spin_unlock(&s->lock);
	if (first)
		return NULL;
	while (!s->copy)
		;
	void *data = s->copy;
	gomp_share_leave();
	return data;
}

void GOMP_single_copy_end(void *data)
{
	gomp_self()->share->copy = data;
	gomp_share_leave();
}
