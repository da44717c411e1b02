/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Tasks: deferred ones live in a fixed pool; when it is full, or a task is too
   large for it, the task runs at once in the thread that met it. */
#include "gomp.h"
#include "string.h"

#define FLAG_FINAL 2u
#define FLAG_DEPEND 8u
#define FLAG_UP 256u
#define FLAG_GRAINSIZE 512u
#define FLAG_IF 1024u
#define FLAG_NOGROUP 2048u
#define FLAG_REDUCTION 4096u

typedef void task_fn(void *);
typedef void copy_fn(void *, void *);

void GOMP_task(task_fn *fn, void *data, copy_fn *copy, long bytes, long align, bool if_clause, unsigned flags,
	       void **depend, int priority, void *detach);
void GOMP_taskwait(void);
void GOMP_taskwait_depend(void **depend);
void GOMP_taskyield(void);
void GOMP_taskloop(task_fn *fn, void *data, copy_fn *copy, long bytes, long align, unsigned flags,
		   unsigned long count, int priority, long start, long end, long step);

static struct task pool[TASKS];
static struct group groups[TASKS];
static spinlock_t groups_lock;

static void make_ready(struct team *team, struct task *task)
{
	task->next_ready = NULL;
	if (team->ready_first)
		team->ready_last->next_ready = task;
	else
		team->ready_first = task;
	team->ready_last = task;
}

/* The addresses of a depend clause: outs first, then ins. */
struct depends {
	void **address;
	uint32_t total, outs;
};

static struct depends parse(void **depend)
{
	struct depends d;
	if (depend[0]) {
		d.total = (uint32_t)depend[0];
		d.outs = (uint32_t)depend[1];
		d.address = depend + 2;
	} else { /* with mutexinoutset: taken as inout, a legal simplification */
		d.total = (uint32_t)depend[1];
		d.outs = (uint32_t)depend[2] + (uint32_t)depend[3];
		d.address = depend + 5;
	}
	return d;
}

static bool conflict(const struct task *earlier, const struct depends *d)
{
	for (uint32_t i = 0; i < d->total; i++)
		for (uint32_t j = 0; j < earlier->depends; j++)
			if (d->address[i] == earlier->depend[j] && (i < d->outs || j < earlier->outs))
				return true;
	return false;
}

static bool sibling_pending(const struct task *parent, const struct depends *d)
{
	for (uint32_t i = 0; i < TASKS; i++)
		if (pool[i].used && !pool[i].done && pool[i].parent == parent && conflict(&pool[i], d))
			return true;
	return false;
}

static struct task *take_slot(void)
{
	for (uint32_t i = 0; i < TASKS; i++)
		if (!pool[i].used)
			return &pool[i];
	return NULL;
}

/* With the team's lock held. */
static void finish(struct team *team, struct task *task)
{
	uint32_t bit, word;
	for (word = 0; word < TASKS / 32; word++)
		for (bit = 0; bit < 32; bit++)
			if (task->successors[word] >> bit & 1) {
				struct task *next = &pool[word * 32 + bit];
				if (--next->waiting == 0)
					make_ready(team, next);
			}
	task->done = 1;
	task->parent->children--;
	/* A finished parent's slot is kept until its last child is gone. */
	for (struct task *t = task; t->used && t->done && t->children == 0;) {
		t->used = 0;
		t = t->parent;
	}
	if (task->group)
		task->group->tasks--;
	team->outstanding--;
}

bool gomp_run_task(struct team *team)
{
	struct thread *self = gomp_self();
	if (!team->ready_first)
		return false;
	spin_lock(&team->lock);
	struct task *task = team->ready_first;
	if (task)
		team->ready_first = task->next_ready;
	spin_unlock(&team->lock);
	if (!task)
		return false;
	struct task *outer = self->task;
	self->task = task;
	task->fn(task->data);
	self->task = outer;
	spin_lock(&team->lock);
	finish(team, task);
	spin_unlock(&team->lock);
	gomp_notify();
	return true;
}

static void run_now(task_fn *fn, void *data, copy_fn *copy, long bytes, long align, bool final)
{
	struct thread *self = gomp_self();
	struct task *outer = self->task, task;
	uint8_t copied[(copy ? bytes + align : 1)];
	memset(&task, 0, offsetof(struct task, arguments));
	task.parent = outer;
	task.group = outer->group;
	task.final = final || outer->final;
	self->task = &task;
	if (copy) {
		void *at = (void *)(((uintptr_t)copied + (uintptr_t)align - 1) & ~((uintptr_t)align - 1));
		copy(at, data);
		data = at;
	}
	fn(data);
	/* Its children may still run; the record of this task is on the stack. */
	GOMP_taskwait();
	self->task = outer;
}

void GOMP_task(task_fn *fn, void *data, copy_fn *copy, long bytes, long align, bool if_clause, unsigned flags,
	       void **depend, int priority, void *detach)
{
	struct thread *self = gomp_self();
	struct team *team = self->team;
	struct depends d = { NULL, 0, 0 };
	(void)priority;
	(void)detach;
	if (flags & FLAG_DEPEND)
		d = parse(depend);
	bool defer = if_clause && !self->task->final && team->size > 1 && bytes <= TASK_BYTES &&
		     align <= 16 && d.total <= TASK_DEPENDS;
	struct task *task = NULL;
	if (defer) {
		spin_lock(&team->lock);
		task = take_slot();
		if (!task)
			spin_unlock(&team->lock);
	}
	if (!task) {
		uint32_t seen;
		while (seen = gomp_events(), d.total && sibling_pending(self->task, &d)) {
			if (!gomp_run_task(team))
				gomp_idle(seen);
		}
		run_now(fn, data, copy, bytes, align, flags & FLAG_FINAL);
		return;
	}
	memset(task, 0, offsetof(struct task, arguments));
	task->fn = fn;
	task->data = task->arguments;
	task->parent = self->task;
	task->group = self->task->group;
	task->final = (flags & FLAG_FINAL) != 0;
	task->depends = (uint8_t)d.total;
	task->outs = (uint8_t)d.outs;
	for (uint32_t i = 0; i < d.total; i++)
		task->depend[i] = d.address[i];
	uint32_t me = (uint32_t)(task - pool);
	for (uint32_t i = 0; d.total && i < TASKS; i++) {
		struct task *earlier = &pool[i];
		if (earlier->used && !earlier->done && earlier->parent == task->parent &&
		    conflict(earlier, &d)) {
			earlier->successors[me / 32] |= 1u << me % 32;
			task->waiting++;
		}
	}
	if (copy)
		copy(task->data, data);
	else
		memcpy(task->data, data, (size_t)bytes);
	task->used = 1;
	task->parent->children++;
	team->outstanding++;
	if (task->group)
		task->group->tasks++;
	if (task->waiting == 0)
		make_ready(team, task);
	spin_unlock(&team->lock);
	gomp_notify();
}

void GOMP_taskwait(void)
{
	struct thread *self = gomp_self();
	uint32_t seen;
	while (seen = gomp_events(), self->task->children) {
		if (!gomp_run_task(self->team))
			gomp_idle(seen);
	}
	COMPILER_BARRIER();
}

void GOMP_taskwait_depend(void **depend)
{
	struct thread *self = gomp_self();
	struct depends d = parse(depend);
	uint32_t seen;
	while (seen = gomp_events(), sibling_pending(self->task, &d)) {
		if (!gomp_run_task(self->team))
			gomp_idle(seen);
	}
}

void GOMP_taskyield(void)
{
	gomp_run_task(gomp_self()->team);
}

void GOMP_taskgroup_start(void)
{
	struct task *task = gomp_self()->task;
	spin_lock(&groups_lock);
	struct group *g = groups;
	while (g->outer) /* used */
		g++;
	g->tasks = 0;
#ifdef GOMP_FULL
	g->reductions = task->group ? task->group->reductions : NULL;
#endif
	/* The outermost group points to itself, to be told from a free one. */
	g->outer = task->group ? task->group : g;
	spin_unlock(&groups_lock);
	task->group = g;
}

void GOMP_taskgroup_end(void)
{
	struct thread *self = gomp_self();
	struct group *g = self->task->group;
	uint32_t seen;
	while (seen = gomp_events(), g->tasks) {
		if (!gomp_run_task(self->team))
			gomp_idle(seen);
	}
	self->task->group = g->outer == g ? NULL : g->outer;
	g->outer = NULL;
	COMPILER_BARRIER();
}

void GOMP_taskloop(task_fn *fn, void *data, copy_fn *copy, long bytes, long align, unsigned flags,
		   unsigned long count, int priority, long start, long end, long step)
{
	long stride = step > 0 ? step : -step;
	long span = step > 0 ? end - start : start - end;
	unsigned long n = span <= 0 ? 0 : (unsigned long)((span + stride - 1) / stride);
	uint8_t chunk[TASK_BYTES] __attribute__((aligned(16)));
	if (n == 0)
		return;
	if (flags & FLAG_GRAINSIZE)
		count = n / count ? n / count : 1;
	else if (count == 0)
		count = gomp_self()->team->size;
	if (count > n)
		count = n;
	if (!(flags & FLAG_NOGROUP))
		GOMP_taskgroup_start();
#ifdef GOMP_FULL
	/* The descriptors lie behind the two bounds. */
	if (flags & FLAG_REDUCTION)
		GOMP_taskgroup_reduction_register(((uintptr_t **)data)[2]);
#endif
	for (unsigned long i = 0, first = 0; i < count; i++) {
		unsigned long length = n / count + (i < n % count);
		long *range = bytes <= TASK_BYTES ? (long *)(void *)chunk : data;
		if (bytes > TASK_BYTES) {
			/* Too large to copy: the encountering thread does it in place. */
			range[0] = start + (long)first * step;
			range[1] = start + (long)(first + length) * step;
			fn(data);
		} else {
			if (copy)
				copy(chunk, data);
			else
				memcpy(chunk, data, (size_t)bytes);
			range[0] = start + (long)first * step;
			range[1] = start + (long)(first + length) * step;
			GOMP_task(fn, chunk, NULL, bytes, align, (flags & FLAG_IF) != 0, flags & FLAG_FINAL,
				  NULL, priority, NULL);
		}
		first += length;
	}
	if (!(flags & FLAG_NOGROUP))
		GOMP_taskgroup_end();
}
