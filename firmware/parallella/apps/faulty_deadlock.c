/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Cores that wait for each other; faulty_which (a word in external memory) says how. Words lie in core 0. Each line with
   a fault is marked with its number. */
#include "smp.h"

uint32_t faulty_which __attribute__((section(".dram.data"))) = 1;

static REMOTE volatile struct words {
	uint32_t first, second, ready, wanted, sent, answered;
} words;

/* The test-and-set belongs to the line that takes the lock. */
#define TAKE(word)                                                                                            \
	do {                                                                                                  \
		taken = 1;                                                                                    \
		__asm__ volatile("testset %0, [%1, %2]" : "+r"(taken) : "r"(&(word)), "r"(0) : "memory");   \
	} while (taken)

int main(void)
{
	volatile struct words *w = at_core(0, &words);
	uint32_t which = *(volatile uint32_t *)&faulty_which, taken;
	if (core_number() == 0)
		switch (which) {
		case 1:
			TAKE(w->first);
			while (!w->ready)
				;
			TAKE(w->second); /* FAULT 1 */
			break;
		case 2:
			while (!w->wanted) /* FAULT 2 */
				;
			break;
		default:
			while (!w->answered) /* FAULT 3 */
				;
			w->sent = 1;
		}
	else if (which == 1) {
		TAKE(w->second);
		w->ready = 1;
		TAKE(w->first); /* FAULT 1 */
	} else if (which == 3) {
		while (!w->sent) /* FAULT 3 */
			;
		w->answered = 1;
	}
	return 0;
}
