/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Pointers that hit something by luck. A null pointer traps on this chip, and so does a store to flash: what is left
   are memories in which this image has something else. Each line with a fault is marked with its number. */
#include "regs.h"

/* The half of the LMU memory behind the cache's view is this image's; the other half is nobody's. */
static volatile uint32_t mine IN_LMU_UNCACHED;
static volatile uint32_t sink;
static volatile uint32_t *volatile pointer;

NOINLINE static void behind_the_code(void)
{
	pointer = (volatile uint32_t *)0x80080000;
	sink = *pointer; /* FAULT 1 */
}

NOINLINE static void behind_the_code_uncached(void)
{
	pointer = (volatile uint32_t *)0xA0090000;
	sink = pointer[2]; /* FAULT 2 */
}

NOINLINE static void load_of_nobody(void)
{
	pointer = (volatile uint32_t *)0xB0000010;
	sink = pointer[1]; /* FAULT 3 */
}

NOINLINE static void store_to_nobody(void)
{
	pointer = (volatile uint32_t *)0xB0000100;
	*pointer = 1; /* FAULT 4 */
}

int main(void)
{
	mine = 1;
	sink = mine;
	behind_the_code();
	behind_the_code_uncached();
	load_of_nobody();
	store_to_nobody();
	return 0;
}
