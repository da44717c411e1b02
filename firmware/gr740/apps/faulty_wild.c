/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Pointers that hit something by luck. Each line with a fault is marked with its number. */
#include "regs.h"

static const uint32_t table[4] = {1, 2, 3, 4};
static volatile uint32_t sink;
static volatile uint32_t *volatile pointer;

NOINLINE static void null_field(void)
{
	pointer = 0;
	sink = pointer[2]; /* FAULT 1 */
}

NOINLINE static void constant(void)
{
	pointer = (volatile uint32_t *)(uintptr_t)table;
	pointer[1] = 7; /* FAULT 2 */
}

NOINLINE static void nowhere(void)
{
	pointer = (volatile uint32_t *)0x0A000000;
	*pointer = 1; /* FAULT 3 */
}

int main(void)
{
	null_field();
	constant();
	nowhere();
	return 0;
}
