/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Reads of what nobody has written since power-up. Each line with a fault is marked with its number. */
#include "core.h"

#define NOINLINE __attribute__((noipa))

static BANK1 volatile uint32_t left[64];
static volatile uint32_t sink;

NOINLINE static void memory(void)
{
	sink = left[3]; /* FAULT 1 */
}

NOINLINE static void local(void)
{
	volatile uint32_t words[256];
	words[0] = 1;
	sink = words[200]; /* FAULT 2 */
}

NOINLINE static void integer_register(void)
{
	uint32_t value;
	__asm__ volatile("add %0, r40, 1" : "=r"(value)); /* FAULT 3 */
	sink = value;
}

NOINLINE static void floating_operand(void)
{
	__asm__ volatile("fadd r16, r50, r50" ::: "r16"); /* FAULT 4 */
}

/* None of these is a fault: a word of which a part is written, and a register that is saved only. */
NOINLINE static void habits(void)
{
	volatile uint8_t *bytes = (volatile uint8_t *)&left[8];
	bytes[1] = 1;
	sink = left[8];
	__asm__ volatile("str r41, [%0]" ::"r"(&left[9]) : "memory");
	sink = left[9];
}

int main(void)
{
	memory();
	local();
	integer_register();
	floating_operand();
	habits();
	return 0;
}
