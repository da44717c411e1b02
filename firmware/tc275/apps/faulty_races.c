/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Accesses of two cores that nothing orders. Each line with a fault is marked with its number. */
#include "smp.h"

static spinlock_t lock;
static volatile uint32_t counter, late, guarded, fine, part, done;
static volatile uint32_t sink;

void main_cpu1(void)
{
	while (part != 1)
		nop();
	for (uint32_t i = 0; i < 100; i++)
		counter++; /* FAULT 1 */
	done = 1;

	while (part != 2)
		nop();
	for (uint32_t i = 0; i < 100; i++)
		sink = late; /* FAULT 2 */
	done = 2;

	while (part != 3)
		nop();
	for (uint32_t i = 0; i < 100; i++) {
		spin_lock(&lock);
		guarded++; /* FAULT 3 */
		fine++;
		spin_unlock(&lock);
	}
	done = 3;
}

int main(void)
{
	part = 1;
	for (uint32_t i = 0; i < 100; i++)
		counter++; /* FAULT 1 */
	while (done != 1)
		nop();

	part = 2;
	late = 1; /* FAULT 2 */
	while (done != 2)
		nop();

	part = 3;
	for (uint32_t i = 0; i < 100; i++)
		guarded++; /* FAULT 3 */
	for (uint32_t i = 0; i < 100; i++) {
		spin_lock(&lock);
		fine++;
		spin_unlock(&lock);
	}
	while (done != 3)
		nop();
	return fine == 200 ? 0 : 1;
}
