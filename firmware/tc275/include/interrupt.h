/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Interrupts: vectors, service request nodes (TC27x User's Manual, interrupt router). */
#ifndef INTERRUPT_H
#define INTERRUPT_H
#include "regs.h"

#define SRC_SRE (1u << 10)
#define SRC_TOS(core) ((core) << 11)
#define SRC_SRR (1u << 24)
#define SRC_CLRR (1u << 25)
#define SRC_SETR (1u << 26)

#define SRC_ASCLIN0_TX SRC(0x080)
#define SRC_STM_SR0(n) SRC(0x490 + 8 * (n))
#define SRC_STM_SR1(n) SRC(0x494 + 8 * (n))
/* General purpose nodes: group n, node k. */
#define SRC_GPSR(n, k) SRC(0x1000 + 0x20 * (n) + 4 * (k))

/* Called with interrupts on: a higher priority may interrupt the handler (BISR in the vector). */
typedef void interrupt_handler(uint32_t priority);

/* Handler of this core's priority (1 to 255). NULL: such an interrupt ends the run with
   A14 = 0xDEAD0800 | priority. */
void interrupt_set(uint32_t priority, interrupt_handler *handler);
/* Lets a node request `priority` at a core, pending requests forgotten. */
void interrupt_route(volatile uint32_t *node, uint32_t core, uint32_t priority);
/* Interrupts of at least `priority` + 1 pass. */
void interrupt_level(uint32_t priority);
#endif
