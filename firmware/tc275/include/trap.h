/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Traps as C sees them. */
#ifndef TRAP_H
#define TRAP_H
#include "regs.h"

enum trap_class {
	TRAP_MMU,
	TRAP_PROTECTION,
	TRAP_INSTRUCTION,
	TRAP_CONTEXT,
	TRAP_BUS,
	TRAP_ASSERTION,
	TRAP_SYSCALL,
	TRAP_NMI,
	TRAP_CLASSES
};

/* Gets class, TIN and the return PC in A11; returns the address where the core goes on. Runs on the
   interrupt stack with interrupts off. */
typedef uint32_t trap_handler(uint32_t class, uint32_t tin, uint32_t pc);

/* One handler a class for all cores. NULL restores the default: A14 = 0xDEAD0000 | class << 8 | TIN and
   DEBUG, which ends the run. */
void trap_set(enum trap_class class, trap_handler *handler);

/* A free list underflow (class 3, TIN 4) saves no context, so nothing can be called: the core jumps to
   `entry`, which has no stack of its own. NULL restores the default. */
void trap_set_fcu(void (*entry)(void));

/* In a trap_handler: the upper context that the trap saved (PCXI, PSW, A10, A11, ...); RFE restores it. The
   handler's own call and the vector's SVLCX lie on top. */
static inline __attribute__((always_inline)) volatile uint32_t *trap_context(void)
{
	return csa_address(*csa_address(*csa_address(MFCR(CSFR_PCXI))));
}
#endif
