/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Accesses of two cores that nothing orders. Each line with a fault is marked with its number. */
#include "smp.h"

static spinlock_t lock;
static volatile uint32_t counter, late, guarded, fine;
static volatile uint32_t sink;

static void count(void *unused)
{
	(void)unused;
	for (int i = 0; i < 100; i++)
		counter++; /* FAULT 1 */
}

static void read_late(void *unused)
{
	(void)unused;
	for (int i = 0; i < 100; i++)
		sink = late; /* FAULT 2 */
}

static void with_lock(void *unused)
{
	(void)unused;
	for (int i = 0; i < 100; i++) {
		spin_lock(&lock);
		guarded++; /* FAULT 3 */
		fine++;
		spin_unlock(&lock);
	}
}

int main(void)
{
	smp_start(2);
	smp_run(1, count, 0);
	for (int i = 0; i < 100; i++)
		counter++; /* FAULT 1 */
	smp_wait(1);

	smp_run(1, read_late, 0);
	late = 1; /* FAULT 2 */
	smp_wait(1);

	smp_run(1, with_lock, 0);
	for (int i = 0; i < 100; i++)
		guarded++; /* FAULT 3 */
	for (int i = 0; i < 100; i++) {
		spin_lock(&lock);
		fine++;
		spin_unlock(&lock);
	}
	smp_wait(1);
	return fine == 200 ? 0 : 1;
}
