/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Interrupts off for longer than 100 us. Each line with a fault is marked with its number. */
#include "smp.h"

static void spend(uint32_t us)
{
	uint32_t from = cycles32();
	while (cycles32() - from < us * CYCLES_PER_US)
		;
}

#define WRITE_PSR(value) __asm__ volatile("wr %0, 0, %%psr; nop; nop; nop" ::"r"(value) : "memory", "cc")

static void on_a_core(void *unused)
{
	uint32_t psr = psr_read();
	(void)unused;
	WRITE_PSR(psr | PSR_PIL); /* FAULT 3 */
	spend(150);
	WRITE_PSR(psr);
}

int main(void)
{
	uint32_t psr;
	smp_start(2);
	pil_set(0);
	psr = psr_read();

	WRITE_PSR(psr | PSR_PIL); /* FAULT 1 */
	spend(200);
	WRITE_PSR(psr);

	WRITE_PSR(psr & ~PSR_ET); /* FAULT 2 */
	for (uint32_t i = 0; i < 12000; i++)
		COMPILER_BARRIER();
	WRITE_PSR(psr);

	/* No fault: it is short. */
	WRITE_PSR(psr | PSR_PIL);
	spend(20);
	WRITE_PSR(psr);

	smp_run(1, on_a_core, 0);
	smp_wait(1);
	return 0;
}
