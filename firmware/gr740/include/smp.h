/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Bringing up the other cores, giving them work, and locks between them. */
#ifndef SMP_H
#define SMP_H
#include "regs.h"
#include "stack.h" /* MAX_CPUS */


typedef volatile uint8_t spinlock_t;

static inline void spin_lock(spinlock_t *lock)
{
	uint32_t taken;
	for (;;) {
		__asm__ volatile("ldstub [%1], %0" : "=r"(taken) : "r"(lock) : "memory");
		if (!taken)
			return;
		while (*lock) /* wait in the own cache, off the bus */
			;
	}
}

static inline void spin_unlock(spinlock_t *lock)
{
	__asm__ volatile("stb %%g0, [%0]" ::"r"(lock) : "memory");
}

/* Compare and swap in supervisor data space (ASI 0xB); returns the old word. */
static inline uint32_t cas32(volatile uint32_t *at, uint32_t expected, uint32_t desired)
{
	__asm__ volatile("casa [%1] 0xb, %2, %0" : "+r"(desired) : "r"(at), "r"(expected) : "memory");
	return desired;
}

static inline uint32_t swap32(volatile uint32_t *at, uint32_t value)
{
	__asm__ volatile("swap [%1], %0" : "+r"(value) : "r"(at) : "memory");
	return value;
}

static inline uint32_t fetch_add32(volatile uint32_t *at, uint32_t n)
{
	uint32_t old;
	do
		old = *at;
	while (cas32(at, old, old + n) != old);
	return old;
}

/* Sense-reversing barrier: usable again at once. */
struct barrier {
	volatile uint32_t arrived;
	volatile uint32_t generation;
};
void barrier_wait(struct barrier *b, uint32_t cores);

/* Cores of this chip as MPSTAT.NCPU tells, at most MAX_CPUS. */
uint32_t smp_cores(void);
/* Releases cores 1..cores-1; returns when each waits for work. */
void smp_start(uint32_t cores);
/* fn(arg) on a started core; smp_wait returns when it is done. A core without
   work sleeps in power-down and is woken by an inter-processor interrupt. */
void smp_run(uint32_t cpu, void (*fn)(void *), void *arg);
void smp_wait(uint32_t cpu);

/* Sleeps in power-down while *word == value. Interrupts must be on (PIL low
   enough). No wake-up is lost: see idle.S. */
void smp_idle_while(volatile uint32_t *word, uint32_t value);
/* For interrupt handlers whose work may end an smp_idle_while. */
struct trap_frame;
void smp_idle_restart(struct trap_frame *frame);
#endif
