/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef INTERRUPT_H
#define INTERRUPT_H
#include "core.h"

/* Number = bit in ILAT, IMASK, IPEND; lower is more urgent. */
enum interrupt {
	IRQ_SYNC,
	IRQ_EXCEPTION,
	IRQ_MEMORY_FAULT,
	IRQ_CTIMER0,
	IRQ_CTIMER1,
	IRQ_MESSAGE,
	IRQ_DMA0,
	IRQ_DMA1,
	IRQ_WAND,
	IRQ_USER,
};
enum { IRQ_ALL = 0x3FF };

/* A handler; GCC makes it save what it uses and end in RTI. Interrupts more urgent than this one may come
   meanwhile. GCC restores STATUS as it was at entry. */
#define INTERRUPT __attribute__((interrupt))

void interrupt_attach(enum interrupt number, void (*handler)(void));

static inline void interrupt_unmask(enum interrupt number)
{
	MOVTS(imask, MOVFS(imask) & ~(1u << number));
}

static inline void interrupt_mask(enum interrupt number)
{
	MOVTS(imask, MOVFS(imask) | 1u << number);
}

/* Keeps interrupts out by IMASK, not by GID: a product of integers switches the FPU to integer mode, and
   GCC wraps that into GID and GIE. */
static inline uint32_t interrupts_off(void)
{
	uint32_t before = MOVFS(imask);
	MOVTS(imask, IRQ_ALL);
	return before;
}

static inline void interrupts_restore(uint32_t before)
{
	MOVTS(imask, before);
}

static inline void interrupt_raise(uint32_t core, enum interrupt number)
{
	*reg_at(core, REG_ILATST) = 1u << number;
}

/* Sleeps until `*flag` is not 0. An interrupt between the look at the flag and IDLE cannot get lost: GIE in
   an aligned double word with IDLE takes effect after it. */
void idle_until(const volatile uint32_t *flag);
#endif
