/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* How deep each core's stack has been, which is its thread's in a parallel region. */
#ifndef STACKMARK_H
#define STACKMARK_H
#include "smp.h"

/* Fills what is unused of all stacks with a pattern; for cpu0, before smp_start. */
void stackmark_paint(void);
/* Bytes from the top of a stack to the lowest word that was written since. A frame
   whose register window never left the processor counts as far as code stored into it. */
uint32_t stackmark_read(uint32_t cpu);
/* The marks as stackmark_read_all found them, for a debugger or `--dump`. */
extern volatile uint32_t stack_most[MAX_CPUS];
void stackmark_read_all(void);
#endif
