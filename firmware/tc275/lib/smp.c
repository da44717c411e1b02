/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "smp.h"

#define DBGSR_HALT 0x6u
#define DBGSR_HALTED 0x2u
#define DBGSR_RUN 0x4u /* HALT = 10b: leave the halt state */

void core_start(uint32_t core, void (*entry)(void))
{
	while ((CSFR_WINDOW(core, CSFR_DBGSR) & DBGSR_HALT) != DBGSR_HALTED)
		;
	CSFR_WINDOW(core, CSFR_PC) = (uint32_t)entry;
	CSFR_WINDOW(core, CSFR_DBGSR) = DBGSR_RUN;
}

void core_sleep(void)
{
	interrupts_enable();
	for (;;)
		__asm__ volatile("wait" ::: "memory");
}

void barrier_wait(struct barrier *b, uint32_t cores)
{
	uint32_t generation = b->generation;
	dsync();
	if (fetch_add32(&b->arrived, 1) == cores - 1) {
		b->arrived = 0;
		dsync();
		b->generation = generation + 1;
	} else {
		while (b->generation == generation)
			;
	}
}
