/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Pointers that hit something by luck. Each line with a fault is marked with its number. */
#include "core.h"

#define NOINLINE __attribute__((noipa))

static const uint32_t table[4] = { 1, 2, 3, 4 };
static SHARED volatile uint32_t ours;
static volatile uint32_t sink;
static volatile uint32_t *volatile pointer;

NOINLINE static void null_field(void)
{
	pointer = 0;
	sink = pointer[2]; /* FAULT 1 */
}

NOINLINE static void constant(void)
{
	pointer = (volatile uint32_t *)(uint32_t)table;
	pointer[1] = 7; /* FAULT 2 */
}

NOINLINE static void nowhere(void)
{
	pointer = (volatile uint32_t *)0x8F800000;
	*pointer = 1; /* FAULT 3 */
}

/* A handler is a branch that is stored to the vector table: this is none. */
NOINLINE static void vector(void)
{
	pointer = (volatile uint32_t *)0x14;
	*pointer = 0x01a2; /* FAULT 4 */
}

int main(void)
{
	ours = 1;
	null_field();
	constant();
	nowhere();
	vector();
	return 0;
}
