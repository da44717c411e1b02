/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Stacks that leave their 32 KiB. Each line with a fault is marked with its number. */
#include "smp.h"

static volatile uint32_t sink;

NOINLINE static void large_frame(void *unused)
{ /* FAULT 1 */
	volatile uint8_t bytes[36 * 1024];
	(void)unused;
	bytes[36 * 1024 - 1] = 1;
	sink = bytes[36 * 1024 - 1];
}

NOINLINE static uint32_t deep(uint32_t n)
{ /* FAULT 2 */
	return n == 0 ? 0 : deep(n - 1) + sink;
}

NOINLINE static void recursion(void *unused)
{
	(void)unused;
	sink += deep(400);
}

NOINLINE static void below_all(void)
{ /* FAULT 3 */
	volatile uint8_t bytes[40 * 1024];
	bytes[40 * 1024 - 1] = 1;
	sink = bytes[40 * 1024 - 1];
}

int main(void)
{
	smp_start(4);
	/* Into the stacks of cores that sleep. */
	smp_run(3, large_frame, 0);
	smp_wait(3);
	smp_run(2, recursion, 0);
	smp_wait(2);
	below_all();
	return 0;
}
