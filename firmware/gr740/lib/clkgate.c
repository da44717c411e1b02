/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "clkgate.h"

void clkgate_enable(uint32_t cores)
{
	CLKGATE_UNLOCK |= cores;
	CLKGATE_RESET |= cores;
	CLKGATE_CLKEN |= cores;
	CLKGATE_CLKEN &= ~cores;
	CLKGATE_RESET &= ~cores;
	CLKGATE_CLKEN |= cores;
	CLKGATE_UNLOCK &= ~cores;
}

void clkgate_stop(uint32_t cores)
{
	CLKGATE_UNLOCK |= cores;
	CLKGATE_CLKEN &= ~cores;
	CLKGATE_UNLOCK &= ~cores;
}

void clkgate_resume(uint32_t cores)
{
	CLKGATE_UNLOCK |= cores;
	CLKGATE_CLKEN |= cores;
	CLKGATE_UNLOCK &= ~cores;
}
