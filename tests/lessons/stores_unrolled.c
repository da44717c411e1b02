/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Wrong: fewer instructions of the loop, and as many stores. */
#include "fill.h"

void fill(uint8_t *line, uint32_t value)
{
	volatile uint8_t *to = line;
	for (uint32_t i = 0; i < LINE; i += 4) {
		to[i] = (uint8_t)value;
		to[i + 1] = (uint8_t)value;
		to[i + 2] = (uint8_t)value;
		to[i + 3] = (uint8_t)value;
	}
}
