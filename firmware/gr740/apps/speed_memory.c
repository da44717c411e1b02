/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Read, change and write every word of 1 MiB, several times: L1 misses, L2 hits, stores. */
#include "check.h"
#include <stdint.h>

#define WORDS (1u << 18)
static uint32_t words[WORDS];

__attribute__((noinline, noclone)) static uint32_t walk(uint32_t *w, uint32_t n, uint32_t k)
{
	uint32_t sum = 0;
	for (uint32_t i = 0; i < n; i++) {
		w[i] += k;
		sum += w[i];
	}
	return sum;
}

int main(void)
{
	uint32_t sum = 0;
	for (uint32_t k = 1; k <= 16; k++)
		sum = walk(words, WORDS, k);
	check_true("sum of all words", sum == WORDS * (16 * 17 / 2));
	return check_result();
}
