/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Many cores: mutex, barriers. */
#ifndef SMP_H
#define SMP_H
#include "core.h"

/* Sets the word to `value` if it was 0; returns what it was. The word's address must be a global one in a
   core's SRAM (at_core). */
static inline uint32_t testset(volatile uint32_t *word, uint32_t value)
{
	uint32_t none = 0;
	__asm__ volatile("testset %0, [%1, %2]" : "+r"(value) : "r"(word), "r"(none) : "memory");
	return value;
}

typedef volatile uint32_t mutex;

static inline void mutex_lock(mutex *m)
{
	while (testset(m, MOVFS(coreid)))
		;
}

/* What was written under the lock may arrive after this: the chip orders writes to one destination only. */
static inline void mutex_unlock(mutex *m)
{
	*m = 0;
}

/* Waits for cores 0 to `cores` - 1, by flags in SRAM. */
void barrier(uint32_t cores);

/* Waits for all sixteen cores by the wired AND. The first call attaches the handler of interrupt 8. */
void wand_barrier(void);

/* The console's printf takes this; every core puts whole lines to the console, so there is nothing to lock. */
typedef char spinlock_t;
static inline void spin_lock(const spinlock_t *lock)
{
	(void)lock;
}
static inline void spin_unlock(const spinlock_t *lock)
{
	(void)lock;
}
#endif
