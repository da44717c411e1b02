/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "smp.h"

/* Core 0 gathers the number of the barrier from each core, then hands it back. */
static REMOTE volatile uint32_t arrived[CORES];
static REMOTE volatile uint32_t released;

void barrier(uint32_t cores)
{
	static uint32_t round;
	uint32_t self = core_number();
	round++;
	if (self) {
		*(volatile uint32_t *)at_core(0, &arrived[self]) = round;
		while (released != round)
			;
		return;
	}
	for (uint32_t i = 1; i < cores; i++)
		while (arrived[i] != round)
			;
	for (uint32_t i = 1; i < cores; i++)
		*(volatile uint32_t *)at_core(i, &released) = round;
}
