/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "interrupt.h"
#include "smp.h"

extern void wand_handler(void);
volatile uint32_t wand_met;

void wand_barrier(void)
{
	static int attached;
	if (!attached) {
		interrupt_attach(IRQ_WAND, wand_handler);
		interrupt_unmask(IRQ_WAND);
		attached = 1;
	}
	__asm__ volatile("wand" : : : "memory");
	idle_until(&wand_met);
	/* Nobody can meet again before this core asserts its term. */
	wand_met = 0;
}
