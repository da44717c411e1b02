/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Two parallel parts with POSIX threads, as many as cores: the longest Collatz sequence, whose chunks of numbers a mutex
   hands out, and running sums in two steps with a barrier between. Lines 2..0 of the bootstrap register: the input,
   8192 << (n - 1) numbers. */
#include "check.h"
#include "printf.h"
#include "pthread.h"
#include "straps.h"
#include <stddef.h>

#define NUMBERS 8192u
#define MOST (NUMBERS << 6)
#define CHUNK 32u

static uint32_t numbers, cores;
static uint16_t lengths[MOST] __attribute__((section(".noinit")));
static uint32_t sums[MOST] __attribute__((section(".noinit")));
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t barrier;
static uint32_t next, longest, last_of[MAX_CPUS], serial_threads;

NOINLINE static uint32_t collatz(uint32_t n)
{
	uint32_t steps = 0;
	for (uint64_t at = n; at > 1; steps++)
		at = at & 1 ? 3 * at + 1 : at >> 1;
	return steps;
}

static void *find_longest(void *argument)
{
	uint32_t mine = 0, done = 0;
	(void)argument;
	for (;;) {
		pthread_mutex_lock(&mutex);
		uint32_t from = next;
		next += CHUNK;
		if (mine > longest)
			longest = mine;
		pthread_mutex_unlock(&mutex);
		if (from >= numbers)
			return (void *)done;
		for (uint32_t n = from; n < from + CHUNK; n++, done++) {
			lengths[n] = (uint16_t)collatz(n);
			if (lengths[n] > mine)
				mine = lengths[n];
		}
	}
}

static void *sum_up(void *argument)
{
	uint32_t me = (uint32_t)argument, from = numbers / cores * me, before = 0, sum = 0;
	uint32_t end = me + 1 == cores ? numbers : from + numbers / cores;
	for (uint32_t n = from; n < end; n++)
		sums[n] = sum += lengths[n];
	last_of[me] = sum;
	if (pthread_barrier_wait(&barrier))
		serial_threads++;
	for (uint32_t i = 0; i < me; i++)
		before += last_of[i];
	for (uint32_t n = from; n < end; n++)
		sums[n] += before;
	return NULL;
}

/* One thread a core; what they return in sum. */
NOINLINE static uint32_t on_all(void *(*start)(void *))
{
	pthread_t threads[MAX_CPUS];
	uint32_t sum = 0, failed = 0;
	for (uint32_t i = 0; i < cores; i++)
		failed += pthread_create(&threads[i], NULL, start, (void *)i) != 0;
	for (uint32_t i = 0; i < cores; i++) {
		void *result;
		failed += pthread_join(threads[i], &result) != 0;
		sum += (uint32_t)result;
	}
	check_equal("threads that were not made or not joined", failed, 0);
	return sum;
}

int main(void)
{
	uint32_t wrong = 0, sum = 0, most = 0;
	cores = smp_cores();
	numbers = NUMBERS << (straps_input() - 1);
	printf("Threads, input i%u: %u numbers on %u cores\n", straps_input(), numbers, cores);
	smp_start(cores);
	check_equal("numbers that threads did", on_all(find_longest), numbers);
	check_equal("a barrier for nobody", (uint32_t)pthread_barrier_init(&barrier, NULL, 0), EINVAL);
	pthread_barrier_init(&barrier, NULL, cores);
	on_all(sum_up);
	/* One number of eight again, by one core. */
	for (uint32_t n = 0; n < numbers; n++) {
		wrong += n % 8 == 0 && lengths[n] != collatz(n);
		most = lengths[n] > most ? lengths[n] : most;
		sum += lengths[n];
		wrong += sums[n] != sum;
	}
	check_equal("lengths and sums that are wrong", wrong, 0);
	check_equal("longest sequence", longest, most);
	check_equal("threads that a barrier told from the others", serial_threads, 1);
	check_equal("joining a thread that was joined", (uint32_t)pthread_join(0, NULL), ESRCH);
	pthread_mutex_lock(&mutex);
	check_equal("a mutex that is taken", (uint32_t)pthread_mutex_trylock(&mutex), EBUSY);
	pthread_mutex_unlock(&mutex);
	check_equal("a mutex that is free", (uint32_t)pthread_mutex_trylock(&mutex), 0);
	return check_result();
}
