/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* For a lesson: sums a matrix, row by row or column by column. `by_columns` says which. */
#include "irqamp.h"
#include "printf.h"
#include "regs.h"

#define N 128u

volatile uint32_t by_columns __attribute__((section(".data"))) = 1; /* 0: row by row */

static uint32_t matrix[N][N] __attribute__((aligned(4096)));

__attribute__((noinline)) static uint32_t sum_rows(void)
{
	uint32_t sum = 0;
	for (uint32_t i = 0; i < N; i++)
		for (uint32_t j = 0; j < N; j++)
			sum += matrix[i][j];
	return sum;
}

__attribute__((noinline)) static uint32_t sum_columns(void)
{
	uint32_t sum = 0;
	for (uint32_t j = 0; j < N; j++)
		for (uint32_t i = 0; i < N; i++)
			sum += matrix[i][j];
	return sum;
}

int main(void)
{
	for (uint32_t i = 0; i < N; i++)
		for (uint32_t j = 0; j < N; j++)
			matrix[i][j] = i * N + j;
	uint32_t start = cycles32();
	uint32_t sum = by_columns ? sum_columns() : sum_rows();
	uint32_t cycles = cycles32() - start;
	printf("sum %u in %u cycles\n", sum, cycles);
	return sum != N * N * (N * N - 1) / 2;
}
