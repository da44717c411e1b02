/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Wrong: instructions between the stores take the time that the write buffer took. */
#include "fill.h"

void fill(uint8_t *line, uint32_t value)
{
	for (uint32_t i = 0; i < LINE; i++) {
		line[i] = (uint8_t)value;
		__asm__ volatile("nop; nop; nop");
	}
}
