/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* GR740: the up-counter of the core, one a cycle. */
#include "clock.h"
#include "regs.h"

uint32_t clock_now(void)
{
	return cycles32();
}
