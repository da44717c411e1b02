/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* For a lesson: what a student changes. Fills a line of an image, byte by byte. */
#include "fill.h"

void fill(uint8_t *line, uint32_t value)
{
	for (uint32_t i = 0; i < LINE; i++)
		line[i] = (uint8_t)value;
}
