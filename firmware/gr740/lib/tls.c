/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Thread-local variables: a block of them for each core, on its stack, and for each thread of pthreads. %g7 holds the
   address behind the block, from which code of the local-exec model counts back (SPARC V8 ABI of ELF TLS, variant II).
   No part of the library: programs with such variables are linked with it and with the options in start/tls.opt. */
#include "pthread.h"
#include "smp.h"
#include "string.h"
#include <stddef.h>

/* start/link.ld: what begins with a value, how much there is in all, and its alignment. */
extern const char __tdata_start[], __tdata_size[], __tls_size[], __tls_align[];

int __real_main(void);
int __wrap_main(void);
void __real_smp_secondary_main(uint32_t cpu);
void __wrap_smp_secondary_main(uint32_t cpu);
int __real_pthread_create(pthread_t *thread, const void *attributes, void *(*start)(void *), void *argument);
int __wrap_pthread_create(pthread_t *thread, const void *attributes, void *(*start)(void *), void *argument);

static void *pointer(void)
{
	void *at;
	__asm__ volatile("mov %%g7, %0" : "=r"(at));
	return at;
}

static void point_to(void *at)
{
	__asm__ volatile("mov %0, %%g7" ::"r"(at) : "memory");
}

/* fn(argument) with variables of its own, that begin as they are written. */
NOINLINE static void *call(void *(*fn)(void *), void *argument)
{
	uintptr_t size = (uintptr_t)__tls_size, align = (uintptr_t)__tls_align;
	size = (size + align - 1) / align * align;
	char room[size + align];
	char *block = (char *)(((uintptr_t)room + align - 1) / align * align);
	void *before = pointer();
	memcpy(block, __tdata_start, (uintptr_t)__tdata_size);
	memset(block + (uintptr_t)__tdata_size, 0, size - (uintptr_t)__tdata_size);
	point_to(block + size);
	void *result = fn(argument);
	point_to(before);
	return result;
}

static void *call_main(void *argument)
{
	(void)argument;
	return (void *)__real_main();
}

static void *call_secondary(void *cpu)
{
	__real_smp_secondary_main((uint32_t)cpu);
	return NULL;
}

int __wrap_main(void)
{
	return (int)call(call_main, NULL);
}

void __wrap_smp_secondary_main(uint32_t cpu)
{
	call(call_secondary, (void *)cpu);
}

/* What threads that have not begun are to call. */
static struct start {
	void *(*volatile fn)(void *);
	void *argument;
} starts[32];
static spinlock_t lock;

static void *begin(void *of)
{
	struct start *place = of;
	struct start start = { place->fn, place->argument };
	place->fn = NULL;
	return call(start.fn, start.argument);
}

int __wrap_pthread_create(pthread_t *thread, const void *attributes, void *(*start)(void *), void *argument)
{
	struct start *place = starts;
	spin_lock(&lock);
	while (place < starts + 32 && place->fn)
		place++;
	if (place < starts + 32) {
		place->argument = argument;
		place->fn = start;
	}
	spin_unlock(&lock);
	if (place == starts + 32)
		return EAGAIN;
	int error = __real_pthread_create(thread, attributes, begin, place);
	if (error)
		place->fn = NULL;
	return error;
}
