/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A word of each line of 4 MiB changed, several times: twice the level-2 cache, so that each line is fetched from SDRAM
   and written back. */
#include "check.h"
#include <stdint.h>

#define LINE_WORDS 8u
#define WORDS (1u << 20)
static uint32_t words[WORDS];

__attribute__((noinline, noclone)) static uint32_t lines(uint32_t k)
{
	uint32_t sum = 0;
	for (uint32_t i = 0; i < WORDS; i += LINE_WORDS) {
		words[i] += k;
		sum += words[i];
	}
	return sum;
}

int main(void)
{
	uint32_t sum = 0;
	for (uint32_t k = 1; k <= 4; k++)
		sum = lines(k);
	check_true("sum of a word a line", sum == WORDS / LINE_WORDS * (4 * 5 / 2));
	return check_result();
}
