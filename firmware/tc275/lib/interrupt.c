/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "interrupt.h"

/* vectors.S reads this. */
interrupt_handler *interrupt_handlers[CORES][256];

void interrupt_set(uint32_t priority, interrupt_handler *handler)
{
	interrupt_handlers[core_index()][priority & 255] = handler;
}

void interrupt_route(volatile uint32_t *node, uint32_t core, uint32_t priority)
{
	*node = SRC_CLRR | SRC_TOS(core) | priority;
	*node = SRC_SRE | SRC_TOS(core) | priority;
}

void interrupt_level(uint32_t priority)
{
	MTCR(CSFR_ICR, (MFCR(CSFR_ICR) & ~ICR_CCPN) | priority);
}
