/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The simulator's own speed: sixteen cores multiply blocks in their own SRAM, about 10^8 instructions in all. */
#include "block.h"
#include "check.h"
#include "printf.h"
#include "smp.h"

enum { REPEATS = 64 };

static block a, b, c;
static REMOTE volatile uint32_t sums[CORES];

/* Small integers: sums are exact. */
static float entry(uint32_t i, uint32_t j)
{
	return (float)((int32_t)((i + 2 * j) & 7) - 3);
}

/* Of all entries of one product. */
static int32_t sum_of_product(void)
{
	int32_t all = 0;
	for (uint32_t k = 0; k < BLOCK; k++) {
		int32_t column = 0, row = 0;
		for (uint32_t i = 0; i < BLOCK; i++) {
			column += (int32_t)entry(i, k);
			row += (int32_t)entry(k + 1, i);
		}
		all += column * row;
	}
	return all;
}

int main(void)
{
	uint32_t self = core_number();
	for (uint32_t i = 0; i < BLOCK; i++) {
		for (uint32_t j = 0; j < BLOCK; j++) {
			a[i][j] = entry(i, j);
			b[i][j] = entry(i + 1, j);
		}
	}
	for (uint32_t n = 0; n < REPEATS; n++)
		multiply_add(c, a, b);
	int32_t sum = 0;
	for (uint32_t i = 0; i < BLOCK; i++)
		for (uint32_t j = 0; j < BLOCK; j++)
			sum += (int32_t)c[i][j];
	/* 1: right, 2: wrong. */
	*(volatile uint32_t *)at_core(0, &sums[self]) = sum == REPEATS * sum_of_product() ? 1 : 2;
	if (self)
		return 0;
	uint32_t right = 0;
	for (uint32_t i = 0; i < CORES; i++) {
		while (!sums[i])
			;
		right += sums[i] == 1;
	}
	check_equal("cores with the right sum", right, CORES);
	return check_result();
}
