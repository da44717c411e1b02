/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Threads of POSIX over the cores, one thread a core at a time and none preempted. A thread for which no core is free
   waits until one is, or until a core waits in pthread_join. Threads that wait for each other need a core each. */
#ifndef PTHREAD_H
#define PTHREAD_H
#include "smp.h"

#define PTHREAD_BARRIER_SERIAL_THREAD (-1)
#define PTHREAD_MUTEX_INITIALIZER 0
/* Errors, with the numbers of newlib. */
#define ESRCH 3
#define EAGAIN 11
#define EBUSY 16
#define EINVAL 22

typedef uint32_t pthread_t;
typedef spinlock_t pthread_mutex_t;
typedef struct {
	volatile uint32_t arrived, generation;
	uint32_t count;
} pthread_barrier_t;

/* `attributes` and those of the others below have to be 0. */
int pthread_create(pthread_t *thread, const void *attributes, void *(*start)(void *), void *argument);
int pthread_join(pthread_t thread, void **result);

int pthread_mutex_init(pthread_mutex_t *mutex, const void *attributes);
int pthread_mutex_lock(pthread_mutex_t *mutex);
int pthread_mutex_trylock(pthread_mutex_t *mutex);
int pthread_mutex_unlock(pthread_mutex_t *mutex);

int pthread_barrier_init(pthread_barrier_t *barrier, const void *attributes, uint32_t count);
int pthread_barrier_wait(pthread_barrier_t *barrier);
#endif
