/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* IRQ(A)MP interrupt controller, first internal controller (UM 2.9, chapter on
   the multiprocessor interrupt controller). */
#ifndef IRQAMP_H
#define IRQAMP_H
#include "regs.h"

#define IRQAMP_ILEVEL REG32(IRQAMP_BASE + 0x000)
#define IRQAMP_IPEND REG32(IRQAMP_BASE + 0x004)
#define IRQAMP_ICLEAR REG32(IRQAMP_BASE + 0x00C)
#define IRQAMP_MPSTAT REG32(IRQAMP_BASE + 0x010)
#define IRQAMP_BRDCST REG32(IRQAMP_BASE + 0x014)
#define IRQAMP_PIMASK(cpu) REG32(IRQAMP_BASE + 0x040 + 4 * (cpu))
#define IRQAMP_PIFORCE(cpu) REG32(IRQAMP_BASE + 0x080 + 4 * (cpu))
#define IRQAMP_PEXTACK(cpu) REG32(IRQAMP_BASE + 0x0C0 + 4 * (cpu))

#define IRQ_IPI 14 /* no device of the GR740 uses it */

/* Masks everything on all cores and forgets what is pending. */
void irqamp_reset(void);
/* Level 1-15, or 16-31 for an extended source, which also opens the line that
   all extended sources share (MPSTAT.EIRQ). */
void irqamp_unmask(uint32_t cpu, uint32_t irq);
void irqamp_mask(uint32_t cpu, uint32_t irq);
void irqamp_force(uint32_t cpu, uint32_t irq);
uint32_t irqamp_cpu_count(void);
uint32_t irqamp_extended_line(void);
#endif
