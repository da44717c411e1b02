/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Critical sections, atomics that have no instruction, and locks. */
#include "gomp.h"
#include "omp.h"

void GOMP_critical_start(void);
void GOMP_critical_end(void);
void GOMP_critical_name_start(void **word);
void GOMP_critical_name_end(void **word);
void GOMP_atomic_start(void);
void GOMP_atomic_end(void);

static spinlock_t critical, atomic;

static void word_lock(volatile uint32_t *word)
{
	while (cas32(word, 0, 1) != 0)
		while (*word)
			;
}

static void word_unlock(volatile uint32_t *word)
{
	COMPILER_BARRIER();
	*word = 0;
}

void GOMP_critical_start(void)
{
	spin_lock(&critical);
}

void GOMP_critical_end(void)
{
	spin_unlock(&critical);
}

void GOMP_critical_name_start(void **word)
{
	word_lock((volatile uint32_t *)(void *)word);
}

void GOMP_critical_name_end(void **word)
{
	word_unlock((volatile uint32_t *)(void *)word);
}

void GOMP_atomic_start(void)
{
	spin_lock(&atomic);
}

void GOMP_atomic_end(void)
{
	spin_unlock(&atomic);
}

void omp_init_lock(omp_lock_t *lock)
{
	lock->word = 0;
}

void omp_destroy_lock(omp_lock_t *lock)
{
	(void)lock;
}

void omp_set_lock(omp_lock_t *lock)
{
	word_lock((volatile uint32_t *)&lock->word);
}

void omp_unset_lock(omp_lock_t *lock)
{
	word_unlock((volatile uint32_t *)&lock->word);
}

int omp_test_lock(omp_lock_t *lock)
{
	return cas32((volatile uint32_t *)&lock->word, 0, 1) == 0;
}

void omp_init_nest_lock(omp_nest_lock_t *lock)
{
	lock->lock.word = 0;
	lock->depth = 0;
	lock->owner = -1;
}

void omp_destroy_nest_lock(omp_nest_lock_t *lock)
{
	(void)lock;
}

int omp_test_nest_lock(omp_nest_lock_t *lock)
{
	int me = (int)cpu_index();
	if (lock->depth && lock->owner == me)
		return ++lock->depth;
	if (!omp_test_lock(&lock->lock))
		return 0;
	lock->owner = me;
	return lock->depth = 1;
}

void omp_set_nest_lock(omp_nest_lock_t *lock)
{
	while (!omp_test_nest_lock(lock))
		;
}

void omp_unset_nest_lock(omp_nest_lock_t *lock)
{
	if (--lock->depth == 0) {
		lock->owner = -1;
		omp_unset_lock(&lock->lock);
	}
}
