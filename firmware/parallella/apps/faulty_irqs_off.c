/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Interrupts off for longer than 100 us. Each line with a fault is marked with its number. */
#include "ctimer.h"
#include "interrupt.h"

#define CYCLES_PER_US 600u
#define OFF() __asm__ volatile("gid" ::: "memory")
#define ON() __asm__ volatile("gie" ::: "memory")

static volatile uint32_t called;

static void spend(uint32_t us)
{
	uint32_t from = cycles();
	while (cycles() - from < us * CYCLES_PER_US)
		;
}

static INTERRUPT void on_user(void)
{
	called = 1;
}

/* Core 1, which takes interrupts while it sleeps. */
static __attribute__((noreturn)) void other(void)
{
	OFF();
	ON();

	OFF(); /* FAULT 3 */
	spend(150);
	ON();
	for (;;)
		__asm__ volatile("idle");
}

int main(void)
{
	cycles_start();
	if (core_number())
		other();
	OFF();
	ON();

	OFF(); /* FAULT 1 */
	spend(200);
	ON();

	OFF(); /* FAULT 2 */
	for (uint32_t i = 0; i < 40000; i++)
		__asm__ volatile("nop");
	ON();

	/* No fault: it is short, and so is a handler, in which interrupts are off until RTI. */
	OFF();
	spend(20);
	ON();
	interrupt_attach(IRQ_USER, on_user);
	interrupt_unmask(IRQ_USER);
	interrupt_raise(0, IRQ_USER);
	while (!called)
		;
	interrupt_mask(IRQ_USER);
	spend(200);
	return 0;
}
