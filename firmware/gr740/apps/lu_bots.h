/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* SparseLU of the Barcelona OpenMP Tasks Suite: matrix and kernels of lu_for and
   lu_tasks. Blocks of single precision, of which many are missing; those that the
   factorisation adds come from the heap. */
#ifndef LU_BOTS_H
#define LU_BOTS_H
#include "check.h"
#include "heap.h"
#include "omp.h"
#include "printf.h"
#include "smp.h"
#include "stackmark.h"
#include "straps.h"
#include "string.h"

typedef float block_t[SIDE][SIDE];
struct matrix {
	block_t *block[BLOCKS][BLOCKS];
};

/* How often each kernel has run, and how many blocks were added. */
static struct {
	volatile uint32_t lu0, fwd, bdiv, bmod, added;
} calls;

static int stored(int row, int column)
{
	int apart = row > column ? row - column : column - row;
	if (apart <= 1)
		return 1;
	if ((row < column && row % 3 != 0) || (row > column && column % 3 != 0))
		return 0;
	return row % 2 == 0 && column % 2 == 0;
}

static void fill(struct matrix *m)
{
	uint32_t x = 1325;
	for (int row = 0; row < BLOCKS; row++)
		for (int column = 0; column < BLOCKS; column++) {
			m->block[row][column] = stored(row, column) ? malloc(sizeof(block_t)) : NULL;
			for (int i = 0; m->block[row][column] && i < SIDE * SIDE; i++) {
				x = 3125 * x % 65536;
				(*m->block[row][column])[i / SIDE][i % SIDE] = (float)((int)x - 32768) / 16384.0f;
			}
		}
}

static void release(struct matrix *m)
{
	for (int row = 0; row < BLOCKS; row++)
		for (int column = 0; column < BLOCKS; column++)
			free(m->block[row][column]);
}

static void add_block(block_t **block)
{
	*block = calloc(1, sizeof(block_t));
	fetch_add32(&calls.added, 1);
}

/* Unit lower times upper triangle, in place and without pivoting. */
NOINLINE static void lu0(block_t *d)
{
	fetch_add32(&calls.lu0, 1);
	for (int k = 0; k < SIDE; k++)
		for (int i = k + 1; i < SIDE; i++) {
			float factor = (*d)[i][k] /= (*d)[k][k];
			for (int j = k + 1; j < SIDE; j++)
				(*d)[i][j] -= factor * (*d)[k][j];
		}
}

NOINLINE static void fwd(block_t *d, block_t *c)
{
	fetch_add32(&calls.fwd, 1);
	for (int k = 0; k < SIDE; k++)
		for (int i = k + 1; i < SIDE; i++) {
			float factor = (*d)[i][k];
			for (int j = 0; j < SIDE; j++)
				(*c)[i][j] -= factor * (*c)[k][j];
		}
}

NOINLINE static void bdiv(block_t *d, block_t *r)
{
	fetch_add32(&calls.bdiv, 1);
	for (int i = 0; i < SIDE; i++)
		for (int k = 0; k < SIDE; k++) {
			float factor = (*r)[i][k] /= (*d)[k][k];
			for (int j = k + 1; j < SIDE; j++)
				(*r)[i][j] -= factor * (*d)[k][j];
		}
}

NOINLINE static void bmod(block_t *r, block_t *c, block_t *inner)
{
	fetch_add32(&calls.bmod, 1);
	for (int i = 0; i < SIDE; i++)
		for (int k = 0; k < SIDE; k++) {
			float factor = (*r)[i][k];
			for (int j = 0; j < SIDE; j++)
				(*inner)[i][j] -= factor * (*c)[k][j];
		}
}

NOINLINE static void factorise_alone(struct matrix *m)
{
	for (int k = 0; k < BLOCKS; k++) {
		lu0(m->block[k][k]);
		for (int j = k + 1; j < BLOCKS; j++)
			if (m->block[k][j])
				fwd(m->block[k][k], m->block[k][j]);
		for (int i = k + 1; i < BLOCKS; i++)
			if (m->block[i][k])
				bdiv(m->block[k][k], m->block[i][k]);
		for (int i = k + 1; i < BLOCKS; i++)
			for (int j = k + 1; j < BLOCKS; j++)
				if (m->block[i][k] && m->block[k][j]) {
					if (!m->block[i][j])
						add_block(&m->block[i][j]);
					bmod(m->block[i][k], m->block[k][j], m->block[i][j]);
				}
	}
}

/* Blocks that one matrix has and the other has not, or with other bits. */
static uint32_t differing(const struct matrix *a, const struct matrix *b)
{
	uint32_t n = 0;
	for (int row = 0; row < BLOCKS; row++)
		for (int column = 0; column < BLOCKS; column++) {
			const block_t *x = a->block[row][column], *y = b->block[row][column];
			n += x && y ? memcmp(x, y, sizeof *x) != 0 : x != y;
		}
	return n;
}

/* Numbers of calls as in BOTS for a matrix of so many blocks. */
struct expected {
	uint32_t lu0, fwd, bdiv, bmod, added;
};

/* Both matrices filled alike, and all cores started. */
static inline void lu_begin(const char *title, struct matrix *serial, struct matrix *parallel)
{
	omp_wait_policy = straps_wait_policy();
	stackmark_paint();
	printf("%s, %d x %d blocks of %d x %d, %d cores, waits %s\n", title, BLOCKS, BLOCKS, SIDE, SIDE,
	       omp_get_max_threads(), omp_wait_policy ? "sleep" : "spin");
	smp_start(smp_cores());
	fill(serial);
	fill(parallel);
	/* The generator's first number as in BOTS. */
	check_true("first element is -1.27630615234375", (*serial->block[0][0])[0][0] == -1.27630615234375f);
}

/* Says what heap and stacks needed, checks all there is to check, and gives the blocks back. */
static inline int lu_end(struct matrix *serial, struct matrix *parallel, struct expected expected)
{
	printf("heap: %u bytes at most, %u in use; stacks:", heap_most, heap_used);
	for (uint32_t cpu = 0; cpu < smp_cores(); cpu++)
		printf(" %u", stack_most[cpu]);
	printf(" bytes\n");
	check_equal("blocks that differ from the serial run", differing(serial, parallel), 0);
	check_equal("calls of lu0", calls.lu0, expected.lu0);
	check_equal("calls of fwd", calls.fwd, expected.fwd);
	check_equal("calls of bdiv", calls.bdiv, expected.bdiv);
	check_equal("calls of bmod", calls.bmod, expected.bmod);
	check_equal("blocks added", calls.added, expected.added);
	release(serial);
	release(parallel);
	check_equal("heap in use at the end", heap_used, 0);
	return check_result();
}

/* Factorises once alone and once by `together`. */
static inline int lu_main(const char *title, void (*together)(struct matrix *), struct expected expected)
{
	static struct matrix serial, parallel;
	lu_begin(title, &serial, &parallel);
	uint64_t start = cycles64();
	factorise_alone(&serial);
	uint64_t alone = cycles64() - start;
	memset((void *)&calls, 0, sizeof calls);
	start = cycles64();
	together(&parallel);
	uint64_t parallel_cycles = cycles64() - start;

	stackmark_read_all();
	printf("serial %llu cycles, parallel %llu, speed-up %.2f\n", alone, parallel_cycles,
	       (double)alone / (double)parallel_cycles);
	return lu_end(&serial, &parallel, expected);
}
#endif
