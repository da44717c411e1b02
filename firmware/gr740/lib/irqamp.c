/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "irqamp.h"

void irqamp_reset(void)
{
	for (uint32_t cpu = 0; cpu < irqamp_cpu_count(); cpu++) {
		IRQAMP_PIMASK(cpu) = 0;
		IRQAMP_PIFORCE(cpu) = 0xFFFE0000; /* FC: clear what is forced */
	}
	IRQAMP_ICLEAR = 0xFFFFFFFF;
}

void irqamp_unmask(uint32_t cpu, uint32_t irq)
{
	uint32_t bits = 1u << irq;
	if (irq >= 16)
		bits |= 1u << irqamp_extended_line();
	IRQAMP_PIMASK(cpu) |= bits;
}

void irqamp_mask(uint32_t cpu, uint32_t irq)
{
	IRQAMP_PIMASK(cpu) &= ~(1u << irq);
}

void irqamp_force(uint32_t cpu, uint32_t irq)
{
	IRQAMP_PIFORCE(cpu) = 1u << irq;
}

uint32_t irqamp_cpu_count(void)
{
	return (IRQAMP_MPSTAT >> 28) + 1;
}

uint32_t irqamp_extended_line(void)
{
	return IRQAMP_MPSTAT >> 16 & 0xF;
}
