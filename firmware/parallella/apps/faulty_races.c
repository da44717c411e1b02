/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Accesses of two cores that nothing orders. Words lie in core 0. Each line with a fault is marked with its number. */
#include "smp.h"

struct words {
	uint32_t counter, late, guarded, fine;
};
static REMOTE volatile struct words words;
static REMOTE mutex lock;
static volatile uint32_t sink;

static void core1(volatile struct words *w, mutex *m)
{
	for (uint32_t i = 0; i < 100; i++)
		w->counter++; /* FAULT 1 */
	barrier(2);
	for (uint32_t i = 0; i < 100; i++)
		sink = w->late; /* FAULT 2 */
	barrier(2);
	for (uint32_t i = 0; i < 100; i++) {
		mutex_lock(m);
		w->guarded++; /* FAULT 3 */
		mutex_unlock(m);
	}
	w->fine++;
	barrier(2);
}

static void core0(volatile struct words *w)
{
	for (uint32_t i = 0; i < 100; i++)
		w->counter++; /* FAULT 1 */
	barrier(2);
	w->late = 1; /* FAULT 2 */
	barrier(2);
	for (uint32_t i = 0; i < 100; i++)
		w->guarded++; /* FAULT 3 */
	barrier(2);
	/* No fault: it is in order. */
	w->fine++;
}

int main(void)
{
	volatile struct words *w = at_core(0, &words);
	if (core_number() == 1) {
		core1(w, at_core(0, &lock));
		return 0;
	}
	core0(w);
	return w->fine == 2 ? 0 : 1;
}
