/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* One core, 45 x 45 floats, the naive triple loop: published as 1085948 cycles compiled with -O3, 840926 with
   unrolled loops and 804639 with sizes known to the compiler, for 91125 fused products. Code and each matrix in a bank
   of their own, as there. Another compiler than the published one: the cycles are compared, not checked. */
#include "check.h"
#include "ctimer.h"
#include "printf.h"

enum { N = 45, PRODUCTS = N * N * N };

static BANK1 float a[N * N];
static BANK2 float b[N * N];
static BANK3 float c[N * N];
struct matmul45_results {
	uint32_t cycles[3], products[3];
};
SHARED struct matmul45_results matmul45_results;

typedef void multiply(float *to, const float *x, const float *y, uint32_t n);

/* The sum stays in memory: `to` may be a part of x or y for all that the compiler knows. */
#define LOOPS(n)                                                        \
	for (uint32_t i = 0; i < (n); i++)                              \
		for (uint32_t j = 0; j < (n); j++)                      \
			for (uint32_t k = 0; k < (n); k++)              \
				to[j * (n) + i] += x[j * (n) + k] * y[k * (n) + i]

static __attribute__((noinline, noclone, optimize("O3"))) void plain(float *to, const float *x, const float *y, uint32_t n)
{
	LOOPS(n);
}

static __attribute__((noinline, noclone, optimize("O3", "unroll-loops"))) void unrolled(float *to, const float *x,
											const float *y, uint32_t n)
{
	LOOPS(n);
}

static __attribute__((noinline, noclone, optimize("O3", "unroll-loops"))) void known_sizes(float *to, const float *x,
											   const float *y, uint32_t n)
{
	(void)n;
	LOOPS(N);
}

static void fill(void)
{
	for (uint32_t i = 0; i < N; i++) {
		for (uint32_t j = 0; j < N; j++) {
			a[i * N + j] = (float)(i + j);
			b[i * N + j] = (float)((int32_t)i - (int32_t)j);
			c[i * N + j] = 0;
		}
	}
}

/* Sum over k of (i + k)(k - j), in closed form. */
static uint32_t wrong_entries(void)
{
	const int32_t n = N, sum1 = n * (n - 1) / 2, sum2 = (n - 1) * n * (2 * n - 1) / 6;
	uint32_t bad = 0;
	for (int32_t i = 0; i < n; i++)
		for (int32_t j = 0; j < n; j++)
			bad += (int32_t)c[i * n + j] != sum2 + (i - j) * sum1 - n * i * j;
	return bad;
}

int main(void)
{
	static multiply *const versions[3] = { plain, unrolled, known_sizes };
	static const char *const name[3] = { "-O3", "unrolled", "known sizes" };
	static const uint32_t published[3] = { 1085948, 840926, 804639 };
	if (core_number())
		return 0;
	for (uint32_t v = 0; v < 3; v++) {
		fill();
		ctimer0_start(CTIMER_MAX, CTIMER_CLK);
		ctimer1_start(CTIMER_MAX, CTIMER_FPU);
		versions[v](c, a, b, N);
		uint32_t all = CTIMER_MAX - ctimer0_stop();
		uint32_t products = CTIMER_MAX - ctimer1_stop();
		matmul45_results.cycles[v] = all;
		matmul45_results.products[v] = products;
		printf("%s: %u cycles, published %u\n", name[v], all, published[v]);
		check_equal("wrong entries", wrong_entries(), 0);
		/* Products of integers, for addresses, run in the same unit. */
		check_range("FPU instructions", products, PRODUCTS, PRODUCTS + 3 * N * N);
	}
	return check_result();
}
