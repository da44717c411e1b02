/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Stacks that leave what code and data leave of 32 KiB. Each line with a fault is marked with its number. */
#include "core.h"

#define NOINLINE __attribute__((noipa))

/* What lies below the stack, so that little is lost. */
static BANK1 volatile uint8_t below[24 * 1024 - 1280];
static volatile uint32_t sink;

NOINLINE static void large_frame(void)
{ /* FAULT 1 */
	volatile uint8_t bytes[2 * 1024];
	bytes[2 * 1024 - 1] = 1;
	sink = bytes[2 * 1024 - 1];
}

NOINLINE static uint32_t deep(uint32_t n)
{ /* FAULT 2 */
	volatile uint32_t words[n + 8]; /* FAULT 2 */
	words[n] = n;
	return n == 0 ? 0 : deep(n - 1) + words[n];
}

NOINLINE static void below_all(void)
{ /* FAULT 3 */
	volatile uint8_t bytes[40 * 1024];
	bytes[40 * 1024 - 1] = 1;
	sink = bytes[40 * 1024 - 1];
}

/* The return address is all that a frame has: it is stored by what makes the frame, `str lr,[sp],-n`. */
NOINLINE static uint32_t chain(uint32_t n)
{ /* FAULT 4 */
	uint32_t below_it = n == 0 ? 0 : chain(n - 1);
	sink = below_it;
	return below_it + 1;
}

int main(void)
{
	below[0] = 1;
	sink = below[0];
	large_frame();
	sink = deep(40);
	below_all();
	sink = chain(1000);
	return 0;
}
