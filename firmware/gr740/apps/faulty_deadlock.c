/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Cores that wait for each other; faulty_which (a word in .data) says how. Each line with a fault is marked with its
   number. */
#include "smp.h"

volatile uint32_t faulty_which = 1;
static volatile uint32_t first, second, ready, wanted, sent, answered;

/* The swap belongs to the line that takes the lock. */
#define TAKE(word) \
	do { \
		taken = 1; \
		__asm__ volatile("swap [%1], %0" : "+r"(taken) : "r"(&(word)) : "memory"); \
	} while (taken)

static void other_order(void *unused)
{
	uint32_t taken;
	(void)unused;
	TAKE(second);
	ready = 1;
	TAKE(first); /* FAULT 1 */
}

static void answers(void *unused)
{
	(void)unused;
	while (!sent) /* FAULT 3 */
		;
	answered = 1;
}

static void nothing(void *unused)
{
	(void)unused;
}

int main(void)
{
	uint32_t taken;
	smp_start(2);
	switch (faulty_which) {
	case 1:
		TAKE(first);
		smp_run(1, other_order, 0);
		while (!ready)
			;
		TAKE(second); /* FAULT 1 */
		break;
	case 2:
		smp_run(1, nothing, 0);
		while (!wanted) /* FAULT 2 */
			;
		break;
	default:
		smp_run(1, answers, 0);
		while (!answered) /* FAULT 3 */
			;
		sent = 1;
	}
	return 0;
}
