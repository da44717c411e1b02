/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "interrupt.h"

void interrupt_attach(enum interrupt number, void (*handler)(void))
{
	uint32_t vector = 4u * number;
	uint32_t distance = (uint32_t)handler - vector;
	/* B.L: signed distance in halfwords in bits 31:8. */
	*(volatile uint32_t *)vector = (distance >> 1) << 8 | 0xE8;
}
