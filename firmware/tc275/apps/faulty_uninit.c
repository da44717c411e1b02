/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Reads of what nobody has written since power-up. Each line with a fault is marked with its number. */
#include "regs.h"

/* Behind all sections in the DSPR of cpu0: start code clears nothing there. */
extern volatile uint32_t left[] __asm__("__end_cpu0");
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

NOINLINE static void data_register(void)
{
	uint32_t value;
	__asm__ volatile("addi %0, %%d7, 1" : "=d"(value)); /* FAULT 3 */
	sink = value;
}

NOINLINE static void address_register(void)
{
	uint32_t value;
	__asm__ volatile("lea %0, [%%a7]4" : "=a"(value)); /* FAULT 4 */
	sink = value;
}

/* None of these is a fault: a word of which a part is written, and a register that is saved only. */
NOINLINE static void habits(void)
{
	volatile uint8_t *bytes = (volatile uint8_t *)&left[8];
	bytes[1] = 1;
	sink = left[8];
	__asm__ volatile("st.w [%0]0, %%d12" ::"a"(&left[9]) : "memory");
	sink = left[9];
}

int main(void)
{
	memory();
	local();
	data_register();
	address_register();
	habits();
	return 0;
}
