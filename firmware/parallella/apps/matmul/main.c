/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* C = A * B, 128 x 128 floats, on sixteen cores by Cannon's algorithm: each core has a block of 32 x 32 of each
   matrix; after every step A moves one core to the left and B one core up, by both DMA channels. Entries are
   small integers, so all sums are exact. Every core checks its block; core 0 adds up. */
#include "block.h"
#include "check.h"
#include "ctimer.h"
#include "dma.h"
#include "printf.h"
#include "smp.h"

enum { SIDE = 4, N = SIDE * BLOCK };

static block a[2] __attribute__((aligned(8))), b[2] __attribute__((aligned(8))), c;
static REMOTE volatile uint32_t wrong[CORES];
static REMOTE volatile uint32_t took[CORES];

struct matmul_results {
	/* Of core 0: all, and what the products alone took. */
	uint32_t cycles, product_cycles;
};
SHARED struct matmul_results matmul_results;

static int32_t a_at(uint32_t i, uint32_t k)
{
	return (int32_t)((i + 2 * k) & 7) - 3;
}

static int32_t b_at(uint32_t k, uint32_t j)
{
	return (int32_t)((3 * k + j) & 15) - 5;
}

/* The blocks where Cannon's algorithm wants them: row r of A shifted left by r, column c of B up by c. */
static void fill(uint32_t row, uint32_t column)
{
	uint32_t k0 = (row + column) % SIDE * BLOCK;
	for (uint32_t i = 0; i < BLOCK; i++) {
		for (uint32_t j = 0; j < BLOCK; j++) {
			a[0][i][j] = (float)a_at(row * BLOCK + i, k0 + j);
			b[0][i][j] = (float)b_at(k0 + i, column * BLOCK + j);
			c[i][j] = 0;
		}
	}
}

/* Sends this step's blocks on. The receiver's other buffers are free: all cores are past the last step. */
static void send(uint32_t row, uint32_t column, uint32_t now)
{
	static struct dma_descriptor da, db;
	uint32_t left = row * SIDE + (column + SIDE - 1) % SIDE, up = (row + SIDE - 1) % SIDE * SIDE + column;
	dma_describe(&da, at_core(left, a[!now]), a[now], sizeof(block) / 8, 3, 0);
	dma_describe(&db, at_core(up, b[!now]), b[now], sizeof(block) / 8, 3, 0);
	dma_start(0, &da);
	dma_start(1, &db);
}

/* DMA is done here when the last item has left; it is there when the neighbour sees it. The last words of a block
   are set to a mark before the step, which no entry equals. */
static void arrived(uint32_t next)
{
	volatile float *last_a = &a[next][BLOCK - 1][BLOCK - 1], *last_b = &b[next][BLOCK - 1][BLOCK - 1];
	while (*last_a == 1000.0f || *last_b == 1000.0f)
		;
}

static void mark(uint32_t next)
{
	a[next][BLOCK - 1][BLOCK - 1] = 1000.0f;
	b[next][BLOCK - 1][BLOCK - 1] = 1000.0f;
}

/* Rows of the result, their entries weighted, against A * (B * weights). */
static uint32_t wrong_rows(uint32_t row, uint32_t column)
{
	static int32_t weighted[N];
	uint32_t bad = 0;
	for (uint32_t k = 0; k < N; k++) {
		int32_t sum = 0;
		for (uint32_t j = 0; j < BLOCK; j++)
			sum += b_at(k, column * BLOCK + j) * (int32_t)(j + 1);
		weighted[k] = sum;
	}
	for (uint32_t i = 0; i < BLOCK; i++) {
		int32_t want = 0, have = 0;
		for (uint32_t k = 0; k < N; k++)
			want += a_at(row * BLOCK + i, k) * weighted[k];
		for (uint32_t j = 0; j < BLOCK; j++)
			have += (int32_t)c[i][j] * (int32_t)(j + 1);
		bad += want != have;
	}
	return bad;
}

int main(void)
{
	uint32_t self = core_number(), row = core_row(), column = core_column(), products = 0;
	fill(row, column);
	cycles_start();
	barrier(CORES);
	uint32_t begin = cycles();
	for (uint32_t step = 0; step < SIDE; step++) {
		uint32_t now = step & 1, last = step == SIDE - 1;
		if (!last) {
			mark(!now);
			barrier(CORES);
			send(row, column, now);
		}
		uint32_t before = cycles();
		multiply_add(c, a[now], b[now]);
		products += cycles() - before;
		if (!last) {
			dma_wait(0);
			dma_wait(1);
			arrived(!now);
		}
	}
	barrier(CORES);
	uint32_t all = cycles() - begin;
	*(volatile uint32_t *)at_core(0, &took[self]) = products;
	/* One more than the number, to tell it from nothing. */
	*(volatile uint32_t *)at_core(0, &wrong[self]) = wrong_rows(row, column) + 1;
	if (self)
		return 0;
	for (uint32_t i = 0; i < CORES; i++) {
		while (!wrong[i])
			;
		printf("core %2u: %u cycles in products", i, took[i]);
		check_equal(", wrong rows", wrong[i] - 1, 0);
	}
	matmul_results.cycles = all;
	matmul_results.product_cycles = products;
	printf("all: %u cycles for %u products\n", all, N * N * N);
	return check_result();
}
