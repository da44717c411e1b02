/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* For a lesson: an image of 16 lines, each filled with its own byte by fill.c. */
#include "fill.h"
#include "printf.h"

#define LINES 16u

uint8_t image[LINES][LINE] __attribute__((aligned(4096)));

int main(void)
{
	for (uint32_t y = 0; y < LINES; y++)
		fill(image[y], 0x10u + y);
	uint32_t wrong = 0;
	for (uint32_t y = 0; y < LINES; y++)
		for (uint32_t x = 0; x < LINE; x++)
			wrong += image[y][x] != 0x10u + y;
	printf("%u of %u bytes are wrong\n", wrong, LINES * LINE);
	return wrong != 0;
}
