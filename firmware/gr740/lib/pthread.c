/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "pthread.h"
#include <stddef.h>

#define THREADS 32u

enum state { FREE, WAITING, RUNNING, ENDED };

static struct thread {
	void *(*start)(void *);
	void *argument, *result;
	volatile enum state state;
} threads[THREADS];
static spinlock_t lock;
static volatile uint32_t waiting; /* threads without a core */
static uint32_t busy = 1;         /* cores with a thread, a bit each; core 0 has that of main */

/* The name by which a tool knows what calls a thread's function. */
NOINLINE static void start_thread(struct thread *t)
{
	t->result = t->start(t->argument);
	COMPILER_BARRIER();
	t->state = ENDED;
}

static struct thread *take_waiting(void)
{
	struct thread *found = NULL;
	if (!waiting)
		return NULL;
	spin_lock(&lock);
	for (uint32_t i = 0; i < THREADS && !found; i++)
		if (threads[i].state == WAITING)
			found = &threads[i];
	if (found) {
		found->state = RUNNING;
		waiting--;
	}
	spin_unlock(&lock);
	return found;
}

/* A core's work: this thread, and those that wait meanwhile. */
static void on_core(void *of)
{
	for (struct thread *t = of; t; t = take_waiting())
		start_thread(t);
	spin_lock(&lock);
	busy &= ~(1u << cpu_index());
	spin_unlock(&lock);
}

int pthread_create(pthread_t *thread, const void *attributes, void *(*start)(void *), void *argument)
{
	uint32_t cores = smp_cores(), at = 0, cpu = 1;
	if (attributes)
		return EINVAL;
	if (cpu_index() == 0)
		smp_start(cores);
	spin_lock(&lock);
	while (at < THREADS && threads[at].state != FREE)
		at++;
	if (at == THREADS) {
		spin_unlock(&lock);
		return EAGAIN;
	}
	while (cpu < cores && busy & 1u << cpu)
		cpu++;
	threads[at].start = start;
	threads[at].argument = argument;
	threads[at].state = cpu < cores ? RUNNING : WAITING;
	if (cpu < cores)
		busy |= 1u << cpu;
	else
		waiting++;
	spin_unlock(&lock);
	*thread = at;
	if (cpu < cores)
		smp_run(cpu, on_core, &threads[at]);
	return 0;
}

int pthread_join(pthread_t thread, void **result)
{
	if (thread >= THREADS || threads[thread].state == FREE)
		return ESRCH;
	while (threads[thread].state != ENDED) {
		struct thread *t = take_waiting();
		if (t)
			start_thread(t);
	}
	COMPILER_BARRIER();
	if (result)
		*result = threads[thread].result;
	threads[thread].state = FREE;
	return 0;
}

int pthread_mutex_init(pthread_mutex_t *mutex, const void *attributes)
{
	if (attributes)
		return EINVAL;
	*mutex = PTHREAD_MUTEX_INITIALIZER;
	return 0;
}

int pthread_mutex_lock(pthread_mutex_t *mutex)
{
	spin_lock(mutex);
	return 0;
}

int pthread_mutex_trylock(pthread_mutex_t *mutex)
{
	uint32_t taken;
	__asm__ volatile("ldstub [%1], %0" : "=r"(taken) : "r"(mutex) : "memory");
	return taken ? EBUSY : 0;
}

int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
	spin_unlock(mutex);
	return 0;
}

int pthread_barrier_init(pthread_barrier_t *barrier, const void *attributes, uint32_t count)
{
	if (attributes || count == 0)
		return EINVAL;
	*barrier = (pthread_barrier_t){ .count = count };
	return 0;
}

int pthread_barrier_wait(pthread_barrier_t *barrier)
{
	uint32_t generation = barrier->generation;
	if (fetch_add32(&barrier->arrived, 1) == barrier->count - 1) {
		barrier->arrived = 0;
		COMPILER_BARRIER();
		barrier->generation = generation + 1;
		return PTHREAD_BARRIER_SERIAL_THREAD;
	}
	while (barrier->generation == generation)
		;
	COMPILER_BARRIER();
	return 0;
}
