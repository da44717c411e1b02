/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Traps as C sees them. */
#ifndef TRAP_H
#define TRAP_H
#include <stdint.h>

/* What trap_common (traps.S) stores; a handler may change psr, pc, npc, y, fsr,
   g[] and f[], and the interrupted code goes on with the new values. */
struct trap_frame {
	uint32_t tt, psr, pc, npc, y, fsr;
	uint32_t fq[2]; /* address and word of the FPop that raised fp_exception */
	uint32_t g[8];  /* g[0] = %g1, g[1] unused, g[2..7] = %g2..%g7 */
	uint32_t f[32];
};

#define TT_IRQ(level) (0x10u + (level))
#define TT_TICC(n) (0x80u + (n))

typedef void trap_handler(struct trap_frame *frame);

/* One handler a trap type for all cores; NULL restores the default, which
   prints the trap and ends the run. */
void trap_set(uint32_t tt, trap_handler *handler);

/* Go on behind the instruction that trapped. */
static inline void trap_skip(struct trap_frame *frame)
{
	frame->pc = frame->npc;
	frame->npc += 4;
}
#endif
