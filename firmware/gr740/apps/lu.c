/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Sparse LU factorisation by blocks, the parallel work load of the OpenMP
   runtime. A matrix of BLOCKS x BLOCKS blocks, some of them zero and not stored,
   is factorised without pivoting once by one core and once by all; both results
   must agree bit for bit, because each block's operations keep their order. The
   parallel run measures itself with L4STAT and reads the temperature sensor. */
#include "check.h"
#include "irqamp.h"
#include "l4stat.h"
#include "omp.h"
#include "printf.h"
#include "smp.h"
#include "string.h"
#include "thsens.h"
#include <stddef.h>

#define BLOCKS 8
#define SIDE 20 /* fill and two factorisations: about 16 M instructions in all */

typedef double block_t[SIDE][SIDE];

/* Cores to use; 0 = as many as MPSTAT.NCPU says, at most 4. In .data, so that a
   debugger can set it before the start code clears .bss. */
volatile int lu_cores __attribute__((section(".data"))) = 0;

struct matrix {
	uint8_t present[BLOCKS][BLOCKS];
	block_t block[BLOCKS][BLOCKS];
};

static struct matrix serial, parallel;

static int stored(int row, int column)
{
	int far = row > column ? row - column : column - row;
	return far <= 1 || (row + 2 * column) % 5 == 0;
}

/* Small reproducible numbers in (-1, 1); a heavy diagonal makes pivoting needless. */
static void fill(struct matrix *m)
{
	uint32_t x = 12345;
	for (int row = 0; row < BLOCKS; row++)
		for (int column = 0; column < BLOCKS; column++) {
			m->present[row][column] = (uint8_t)stored(row, column);
			for (int i = 0; i < SIDE; i++)
				for (int j = 0; j < SIDE; j++) {
					x = x * 1664525u + 1013904223u;
					double value = ((double)(int32_t)x) / 2147483648.0;
					if (row == column && i == j)
						value += 2 * BLOCKS * SIDE;
					m->block[row][column][i][j] = stored(row, column) ? value : 0;
				}
		}
}

/* Unit lower times upper triangle of a diagonal block, in place. */
NOINLINE void lu_diagonal(block_t d)
{
	for (int k = 0; k < SIDE; k++)
		for (int i = k + 1; i < SIDE; i++) {
			double factor = d[i][k] /= d[k][k];
			for (int j = k + 1; j < SIDE; j++)
				d[i][j] -= factor * d[k][j];
		}
}

/* Block right of the diagonal: solve L x = b. */
NOINLINE void lu_forward(block_t d, block_t b)
{
	for (int k = 0; k < SIDE; k++)
		for (int i = k + 1; i < SIDE; i++) {
			double factor = d[i][k];
			for (int j = 0; j < SIDE; j++)
				b[i][j] -= factor * b[k][j];
		}
}

/* Block below the diagonal: solve x U = b. */
NOINLINE void lu_backward(block_t d, block_t b)
{
	for (int i = 0; i < SIDE; i++)
		for (int k = 0; k < SIDE; k++) {
			double factor = b[i][k] /= d[k][k];
			for (int j = k + 1; j < SIDE; j++)
				b[i][j] -= factor * d[k][j];
		}
}

/* Inner block: minus left times above. */
NOINLINE void lu_update(block_t left, block_t above, block_t inner)
{
	for (int i = 0; i < SIDE; i++)
		for (int k = 0; k < SIDE; k++) {
			double factor = left[i][k];
			for (int j = 0; j < SIDE; j++)
				inner[i][j] -= factor * above[k][j];
		}
}

static void update_if_present(struct matrix *m, int k, int row, int column)
{
	if (!m->present[row][k] || !m->present[k][column])
		return;
	m->present[row][column] = 1; /* fill-in: its storage is zero so far */
	lu_update(m->block[row][k], m->block[k][column], m->block[row][column]);
}

NOINLINE void lu_serial(struct matrix *m)
{
	for (int k = 0; k < BLOCKS; k++) {
		lu_diagonal(m->block[k][k]);
		for (int i = k + 1; i < BLOCKS; i++) {
			if (m->present[k][i])
				lu_forward(m->block[k][k], m->block[k][i]);
			if (m->present[i][k])
				lu_backward(m->block[k][k], m->block[i][k]);
		}
		for (int row = k + 1; row < BLOCKS; row++)
			for (int column = k + 1; column < BLOCKS; column++)
				update_if_present(m, k, row, column);
	}
}

NOINLINE void lu_parallel(struct matrix *m, int cores)
{
#pragma omp parallel num_threads(cores)
	for (int k = 0; k < BLOCKS; k++) {
#pragma omp single
		lu_diagonal(m->block[k][k]);
#pragma omp for schedule(dynamic) nowait
		for (int i = k + 1; i < BLOCKS; i++)
			if (m->present[k][i])
				lu_forward(m->block[k][k], m->block[k][i]);
#pragma omp for schedule(dynamic)
		for (int i = k + 1; i < BLOCKS; i++)
			if (m->present[i][k])
				lu_backward(m->block[k][k], m->block[i][k]);
#pragma omp for schedule(dynamic) collapse(2)
		for (int row = k + 1; row < BLOCKS; row++)
			for (int column = k + 1; column < BLOCKS; column++)
				update_if_present(m, k, row, column);
	}
}

static const struct {
	uint8_t event;
	const char *name;
} per_cpu[] = {
	{ L4STAT_TOTAL_INSTRUCTIONS, "instructions" },
	{ L4STAT_EXECUTION_TIME, "cycles" },
	{ L4STAT_DCACHE_MISS, "dcache misses" },
};
#define PER_CPU (sizeof per_cpu / sizeof per_cpu[0])

static void counters_start(int cores)
{
	for (int cpu = 0; cpu < cores; cpu++)
		for (unsigned i = 0; i < PER_CPU; i++) {
			unsigned n = (unsigned)cpu * PER_CPU + i;
			l4stat_counter_clear(n);
			if (l4stat_counter_enable(n, per_cpu[i].event, cpu, 0) != L4STAT_ERR_OK)
				check_true("counter enabled", 0);
		}
}

static void counters_stop(int cores)
{
	for (unsigned n = 0; n < (unsigned)cores * PER_CPU; n++)
		L4STAT_CCTRL(n) &= ~L4STAT_EN; /* freeze, keep the value */
}

static uint32_t counters_print(int cores)
{
	uint32_t least = ~0u;
	for (unsigned i = 0; i < PER_CPU; i++) {
		uint32_t sum = 0;
		printf("  %-14s", per_cpu[i].name);
		for (int cpu = 0; cpu < cores; cpu++) {
			uint32_t value = 0;
			l4stat_counter_get((unsigned)cpu * PER_CPU + i, &value);
			printf(" %10u", value);
			sum += value;
			if (value < least && i == 0)
				least = value;
		}
		printf("  sum %u\n", sum);
	}
	return least;
}

static uint32_t differing(void)
{
	uint32_t n = 0;
	for (int row = 0; row < BLOCKS; row++)
		for (int column = 0; column < BLOCKS; column++)
			if (serial.present[row][column] != parallel.present[row][column] ||
			    memcmp(serial.block[row][column], parallel.block[row][column], sizeof(block_t)))
				n++;
	return n;
}

/* L times U at one element must give the original matrix back. */
static double product_at(struct matrix *m, int row, int column)
{
	double sum = 0;
	int last = row < column ? row : column;
	for (int k = 0; k <= last; k++) {
		double l = k == row ? 1 : m->block[row / SIDE][k / SIDE][row % SIDE][k % SIDE];
		sum += l * m->block[k / SIDE][column / SIDE][k % SIDE][column % SIDE];
	}
	return sum;
}

static double residual(struct matrix *original)
{
	double worst = 0;
	for (int row = 0; row < BLOCKS * SIDE; row += 7)
		for (int column = 0; column < BLOCKS * SIDE; column += 11) {
			double error = product_at(&parallel, row, column) -
				       original->block[row / SIDE][column / SIDE][row % SIDE][column % SIDE];
			if (error < 0)
				error = -error;
			if (error > worst)
				worst = error;
		}
	return worst;
}

int main(void)
{
	int cores = lu_cores;
	if (cores <= 0 || cores > (int)smp_cores())
		cores = (int)smp_cores();

	printf("Sparse LU, %d x %d blocks of %d x %d doubles, %d cores\n", BLOCKS, BLOCKS, SIDE, SIDE, cores);
	l4stat_init();
	thsens_start();
	smp_start((uint32_t)cores);
	fill(&serial);
	fill(&parallel);

	uint64_t start = cycles64();
	lu_serial(&serial);
	uint64_t alone = cycles64() - start;

	uint32_t before = thsens_degrees();
	counters_start(cores);
	start = cycles64();
	lu_parallel(&parallel, cores);
	uint64_t together = cycles64() - start;
	counters_stop(cores);
	uint32_t after = thsens_degrees();

	printf("serial   %llu cycles, %.3f ms\n", alone, (double)alone * 1e3 / CPU_HZ);
	printf("parallel %llu cycles, %.3f ms, speed-up %.2f\n", together, (double)together * 1e3 / CPU_HZ,
	       (double)alone / (double)together);
	uint32_t least = counters_print(cores);
	printf("temperature %u -> %u degC\n", before, after);

	check_equal("blocks that differ from the serial run", differing(), 0);
	fill(&serial);
	double worst = residual(&serial);
	printf("largest |LU - A| sampled: %.3f e-12\n", worst * 1e12);
	check_true("residual below 1e-9", worst < 1e-9);
	check_true("every core executed instructions", least > 1000);
	return check_result();
}
