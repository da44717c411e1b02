/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Tasks as Clang's -fopenmp makes them: the compiler asks for the memory of a task,
   fills it and gives it back to be run. Prototypes and layouts as in LLVM's
   openmp/runtime/src/kmp.h. */
#include "gomp.h"
#include "heap.h"
#include "omp.h"
#include "string.h"

struct ident;

/* The head of a task; the compiler knows the first members only. */
struct kmp_task {
	void *shareds;
	int32_t (*run)(int32_t thread, struct kmp_task *task);
	int32_t part;
};

/* In front of each task. */
struct prefix {
	size_t bytes;   /* of the task with its shareds */
	int32_t final;
	uint32_t unused[2];
};

struct depend_info {
	uintptr_t address;
	size_t bytes;
	uint8_t flags;
};
enum { DEPEND_OUT = 2, DEPEND_OTHERS = 12 };
enum { KMP_FINAL = 2, GOMP_FINAL = 2, GOMP_DEPEND = 8 };
enum { TASKLOOP_GRAIN = 1, TASKLOOP_COUNT = 2 };

void GOMP_task(void (*fn)(void *), void *data, void (*copy)(void *, void *), long bytes, long align,
	       bool if_clause, unsigned flags, void **depend, int priority, void *detach);
void GOMP_taskwait(void);
void GOMP_taskwait_depend(void **depend);
void GOMP_taskyield(void);

static struct prefix *prefix_of(struct kmp_task *task)
{
	return (struct prefix *)(void *)task - 1;
}

static struct kmp_task *allocate(size_t bytes, int32_t final)
{
	struct prefix *p = gomp_memory(sizeof *p + bytes);
	p->bytes = bytes;
	p->final = final;
	return (struct kmp_task *)(void *)(p + 1);
}

struct kmp_task *__kmpc_omp_task_alloc(struct ident *at, int32_t thread, int32_t flags, size_t bytes,
				       size_t shareds, int32_t (*run)(int32_t, struct kmp_task *))
{
	(void)at;
	(void)thread;
	size_t head = (bytes + 7) & ~(size_t)7;
	struct kmp_task *task = allocate(head + shareds, flags & KMP_FINAL);
	task->shareds = shareds ? (uint8_t *)task + head : NULL;
	task->run = run;
	task->part = 0;
	return task;
}

static void run_task(void *of)
{
	struct kmp_task *task = *(struct kmp_task **)of;
	task->run(omp_get_thread_num(), task);
	free(prefix_of(task));
}

static void submit(struct kmp_task *task, bool deferred, void **depend)
{
	unsigned flags = prefix_of(task)->final ? GOMP_FINAL : 0;
	GOMP_task(run_task, &task, NULL, sizeof task, sizeof task, deferred, flags | (depend ? GOMP_DEPEND : 0), depend, 0,
		  NULL);
}

int32_t __kmpc_omp_task(struct ident *at, int32_t thread, struct kmp_task *task)
{
	(void)at;
	(void)thread;
	submit(task, true, NULL);
	return 0;
}

/* GCC's form of a list: total, outs, addresses of the outs, addresses of the ins. */
static void convert(int32_t count, const struct depend_info *list, void **depend)
{
	uintptr_t outs = 0;
	void **next = depend + 2;
	for (int32_t i = 0; i < count; i++)
		if (list[i].flags & (DEPEND_OUT | DEPEND_OTHERS)) {
			*next++ = (void *)list[i].address;
			outs++;
		}
	for (int32_t i = 0; i < count; i++)
		if (!(list[i].flags & (DEPEND_OUT | DEPEND_OTHERS)))
			*next++ = (void *)list[i].address;
	depend[0] = (void *)(uintptr_t)count;
	depend[1] = (void *)outs;
}

int32_t __kmpc_omp_task_with_deps(struct ident *at, int32_t thread, struct kmp_task *task, int32_t count,
				  struct depend_info *list, int32_t count_noalias, struct depend_info *noalias)
{
	void *depend[count + 2];
	(void)at;
	(void)thread;
	(void)count_noalias;
	(void)noalias;
	convert(count, list, depend);
	submit(task, true, depend);
	return 0;
}

void __kmpc_omp_wait_deps(struct ident *at, int32_t thread, int32_t count, struct depend_info *list,
			  int32_t count_noalias, struct depend_info *noalias)
{
	void *depend[count + 2];
	(void)at;
	(void)thread;
	(void)count_noalias;
	(void)noalias;
	convert(count, list, depend);
	GOMP_taskwait_depend(depend);
}

/* `if` clauses that are false: the caller runs the task itself in between. */
void __kmpc_omp_task_begin_if0(struct ident *at, int32_t thread, struct kmp_task *task)
{
	(void)at;
	(void)thread;
	(void)task;
}

void __kmpc_omp_task_complete_if0(struct ident *at, int32_t thread, struct kmp_task *task)
{
	(void)at;
	(void)thread;
	free(prefix_of(task));
}

int32_t __kmpc_omp_taskwait(struct ident *at, int32_t thread)
{
	(void)at;
	(void)thread;
	GOMP_taskwait();
	return 0;
}

int32_t __kmpc_omp_taskyield(struct ident *at, int32_t thread, int32_t end)
{
	(void)at;
	(void)thread;
	(void)end;
	GOMP_taskyield();
	return 0;
}

void __kmpc_taskgroup(struct ident *at, int32_t thread)
{
	(void)at;
	(void)thread;
	GOMP_taskgroup_start();
}

/* Private copies of one group's variables, one for each thread. */
struct reduction_item {
	uint8_t *shared, *original;
	size_t bytes;
	void (*init)(void *copy, void *original);
	void (*end)(void *copy);
	void (*combine)(void *shared, void *copy);
	uint32_t flags;
};
struct reductions {
	struct group *group;
	struct reductions *outer;
	uint32_t threads, count;
	struct reduction_item *items;
	uint8_t **copies; /* one an item, threads * bytes */
};

void *__kmpc_taskred_init(int32_t thread, int32_t count, void *data)
{
	(void)thread;
	struct group *group = gomp_self()->task->group;
	uint32_t threads = gomp_self()->team->size, n = (uint32_t)count;
	struct reductions *r = gomp_memory(sizeof *r);
	*r = (struct reductions){ group, (struct reductions *)(void *)group->reductions, threads, n,
				  gomp_memory(n * sizeof *r->items), gomp_memory(n * sizeof *r->copies) };
	memcpy(r->items, data, n * sizeof *r->items);
	for (uint32_t i = 0; i < n; i++) {
		const struct reduction_item *item = &r->items[i];
		r->copies[i] = gomp_memory(threads * item->bytes);
		memset(r->copies[i], 0, threads * item->bytes);
		for (uint32_t t = 0; item->init && t < threads; t++)
			item->init(r->copies[i] + t * item->bytes, item->original);
	}
	group->reductions = (uintptr_t *)(void *)r;
	return r;
}

void *__kmpc_task_reduction_get_th_data(int32_t thread, void *of, void *data)
{
	(void)thread;
	const struct reductions *r = of;
	uint8_t *p = data;
	if (!r)
		r = (struct reductions *)(void *)gomp_self()->task->group->reductions;
	for (; r; r = r->outer)
		for (uint32_t i = 0; i < r->count; i++) {
			size_t bytes = r->items[i].bytes;
			uint8_t *copies = r->copies[i];
			if (p == r->items[i].shared || (p >= copies && p < copies + r->threads * bytes))
				return copies + gomp_self()->number * bytes;
		}
	return data;
}

static void combine(struct reductions *r)
{
	for (uint32_t i = 0; i < r->count; i++) {
		const struct reduction_item *item = &r->items[i];
		for (uint32_t t = 0; t < r->threads; t++) {
			item->combine(item->shared, r->copies[i] + t * item->bytes);
			if (item->end)
				item->end(r->copies[i] + t * item->bytes);
		}
		free(r->copies[i]);
	}
	free(r->items);
	free(r->copies);
	free(r);
}

void __kmpc_end_taskgroup(struct ident *at, int32_t thread)
{
	(void)at;
	(void)thread;
	struct group *group = gomp_self()->task->group;
	struct reductions *r = (struct reductions *)(void *)group->reductions;
	GOMP_taskgroup_end();
	/* An inner group has those of the outer one, too. */
	if (r && r->group == group)
		combine(r);
}

/* Bounds are 64-bit words of the task, inclusive; each part gets a copy of the task. */
void __kmpc_taskloop(struct ident *at, int32_t thread, struct kmp_task *task, int32_t if_clause, int64_t *lower,
		     int64_t *upper, int64_t step, int32_t no_group, int32_t schedule, uint64_t grain,
		     void (*duplicate)(struct kmp_task *to, struct kmp_task *from, int32_t last))
{
	size_t bytes = prefix_of(task)->bytes;
	long low_at = (uint8_t *)lower - (uint8_t *)task, high_at = (uint8_t *)upper - (uint8_t *)task;
	long stride = (long)step, first = (long)*lower;
	long span = stride > 0 ? (long)*upper - first : first - (long)*upper;
	uint32_t trips = span < 0 ? 0 : (uint32_t)(span / (stride > 0 ? stride : -stride)) + 1;
	uint32_t parts = gomp_self()->team->size;
	if (schedule == TASKLOOP_GRAIN)
		parts = trips / (uint32_t)grain ? trips / (uint32_t)grain : 1;
	if (schedule == TASKLOOP_COUNT)
		parts = (uint32_t)grain;
	parts = parts < trips ? parts : trips;
	if (!no_group)
		__kmpc_taskgroup(at, thread);
	for (uint32_t i = 0; i < parts; i++) {
		uint32_t length = trips / parts + (i < trips % parts);
		struct kmp_task *part = allocate(bytes, prefix_of(task)->final);
		memcpy(part, task, bytes);
		if (task->shareds)
			part->shareds = (uint8_t *)part + ((uint8_t *)task->shareds - (uint8_t *)task);
		*(int64_t *)(void *)((uint8_t *)part + low_at) = first;
		*(int64_t *)(void *)((uint8_t *)part + high_at) = first + (long)(length - 1) * stride;
		if (duplicate)
			duplicate(part, task, i == parts - 1);
		first += (long)length * stride;
		submit(part, if_clause != 0, NULL);
	}
	free(prefix_of(task));
	if (!no_group)
		__kmpc_end_taskgroup(at, thread);
}
