/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Right: double words. One store in place of eight. */
#include "fill.h"

void fill(uint8_t *line, uint32_t value)
{
	uint64_t *to = (uint64_t *)line, eight = value * 0x0101010101010101ull;
	for (uint32_t i = 0; i < LINE / 8; i++)
		to[i] = eight;
}
