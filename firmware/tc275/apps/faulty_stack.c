/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Stacks that leave their 8 KiB, and an interrupt stack that leaves its 4 KiB. Each line with a fault is marked with
   its number. */
#include "interrupt.h"
#include "smp.h"

static volatile uint32_t sink, done1, done2, called;

NOINLINE static void large_frame(void)
{ /* FAULT 1 */
	volatile uint8_t bytes[9 * 1024];
	bytes[9 * 1024 - 1] = 1;
	sink = bytes[9 * 1024 - 1];
}

void main_cpu1(void)
{
	large_frame();
	done1 = 1;
}

/* Calls save registers in context save areas: only what is local lies on the stack. */
NOINLINE static uint32_t deep(uint32_t n)
{ /* FAULT 2 */
	volatile uint32_t words[32];
	words[31] = n;
	return n == 0 ? 0 : deep(n - 1) + words[31];
}

void main_cpu2(void)
{
	sink = deep(80);
	done2 = 1;
}

NOINLINE static void into_another_stack(void)
{ /* FAULT 3 */
	volatile uint8_t bytes[11 * 1024];
	bytes[11 * 1024 - 1] = 1;
	sink = bytes[11 * 1024 - 1];
}

static void on_request(uint32_t priority)
{ /* FAULT 4 */
	volatile uint8_t bytes[5 * 1024];
	bytes[5 * 1024 - 1] = (uint8_t)priority;
	sink = bytes[5 * 1024 - 1];
	called = 1;
}

int main(void)
{
	while (!done1)
		nop();
	while (!done2)
		nop();
	into_another_stack();
	interrupt_set(1, on_request);
	interrupt_route(&SRC_GPSR(0, 0), 0, 1);
	interrupts_enable();
	INT_SRB(0) = 1;
	while (!called)
		nop();
	interrupts_disable();
	return 0;
}
