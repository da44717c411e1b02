/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Options of a program from the bootstrap register: the GPIO lines as they were at
   reset (UM 2.9, chapter on the bootstrap signals). In a simulator
   `--set devices.bootstrap.params.bootstrap=N`. */
#ifndef STRAPS_H
#define STRAPS_H
#include "omp_wait.h"
#include "regs.h"

#define BOOTSTRAP REG32(0xFFA09000u)

/* Lines 2..0: the input i1 to i7, each twice the one before; 0 is i1. */
static inline uint32_t straps_input(void)
{
	uint32_t input = BOOTSTRAP & 7;
	return input ? input : 1;
}

/* Line 3: barriers and task waits sleep. */
static inline uint32_t straps_wait_policy(void)
{
	return BOOTSTRAP >> 3 & 1 ? OMP_WAIT_SLEEP : OMP_WAIT_SPIN;
}
#endif
