/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The three cores: locks, starting, sleeping.
 *
 * A program's main() runs on its home core (HOME_NAME in the Makefile, cpu0 by default); the return of main
 * ends the run. main_cpu0, main_cpu1 and main_cpu2 run on the other cores where a program defines them; such
 * a core sleeps after its return. A core without any is not started, but for cpu0, which sleeps. */
#ifndef SMP_H
#define SMP_H
#include "regs.h"

int main(void);
void main_cpu0(void) __attribute__((weak));
void main_cpu1(void) __attribute__((weak));
void main_cpu2(void) __attribute__((weak));

typedef volatile uint32_t spinlock_t;

/* The word at `at` becomes `desired` if it is `expected`; returns the old one. */
static inline uint32_t cas32(volatile uint32_t *at, uint32_t expected, uint32_t desired)
{
	uint64_t pair = (uint64_t)expected << 32 | desired;
	__asm__ volatile("cmpswap.w [%1]0, %A0" : "+d"(pair) : "a"(at) : "memory");
	return (uint32_t)pair;
}

static inline uint32_t swap32(volatile uint32_t *at, uint32_t value)
{
	__asm__ volatile("swap.w [%1]0, %0" : "+d"(value) : "a"(at) : "memory");
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

static inline void spin_lock(spinlock_t *lock)
{
	while (cas32(lock, 0, 1))
		;
}

static inline void spin_unlock(spinlock_t *lock)
{
	dsync(); /* what the lock protects is stored before the lock opens */
	*lock = 0;
}

/* Sense-reversing barrier: usable again at once. Not for cached memory. */
struct barrier {
	volatile uint32_t arrived;
	volatile uint32_t generation;
};
void barrier_wait(struct barrier *b, uint32_t cores);

/* Which core main() runs on. */
uint32_t home_core(void);
/* Makes a halted core run from `entry`. */
void core_start(uint32_t core, void (*entry)(void));
/* Interrupts on, asleep until one comes, for ever. */
void core_sleep(void) __attribute__((noreturn));
#endif
