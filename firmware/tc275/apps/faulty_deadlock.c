/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Cores that wait for each other; faulty_which (a word in flash) says how. Each line with a fault is marked with its
   number. */
#include "smp.h"

extern const volatile uint32_t faulty_which;
const volatile uint32_t faulty_which = 1;
static volatile uint32_t first, second, started, ready, wanted, sent, answered;

/* The swap belongs to the line that takes the lock. */
#define TAKE(word)                                                                                       \
	do {                                                                                             \
		taken = 1;                                                                               \
		__asm__ volatile("swap.w [%1]0, %0" : "+d"(taken) : "a"(&(word)) : "memory");          \
	} while (taken)

void main_cpu1(void)
{
	uint32_t taken;
	while (!started)
		nop();
	if (faulty_which == 1) {
		TAKE(second);
		ready = 1;
		TAKE(first); /* FAULT 1 */
	} else if (faulty_which == 3) {
		while (!sent) /* FAULT 3 */
			;
		answered = 1;
	}
}

int main(void)
{
	uint32_t taken;
	switch (faulty_which) {
	case 1:
		TAKE(first);
		started = 1;
		while (!ready)
			;
		TAKE(second); /* FAULT 1 */
		break;
	case 2:
		started = 1;
		while (!wanted) /* FAULT 2 */
			;
		break;
	default:
		started = 1;
		while (!answered) /* FAULT 3 */
			;
		sent = 1;
	}
	return 0;
}
