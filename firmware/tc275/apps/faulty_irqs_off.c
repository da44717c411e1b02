/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Interrupts off for longer than 100 us. Each line with a fault is marked with its number. */
#include "smp.h"
#include "stm.h"

static volatile uint32_t done;

static void spend(uint32_t us)
{
	uint32_t from = STM_TIM0(0);
	while (STM_TIM0(0) - from < us * (STM_HZ / 1000000u))
		;
}

#define DISABLE() __asm__ volatile("disable" ::: "memory")

void main_cpu1(void)
{
	interrupts_enable();
	DISABLE(); /* FAULT 3 */
	spend(150);
	interrupts_enable();
	done = 1;
}

int main(void)
{
	interrupts_enable();

	DISABLE(); /* FAULT 1 */
	spend(200);
	interrupts_enable();

	MTCR(CSFR_ICR, MFCR(CSFR_ICR) & ~ICR_IE); /* FAULT 2 */
	spend(150);
	interrupts_enable();

	/* No fault: it is short. */
	DISABLE();
	spend(20);
	interrupts_enable();

	while (!done)
		nop();
	return 0;
}
