/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* One core, 45 x 45 floats, the naive triple loop with c[i] += a * b[i]: published as 1085948 cycles compiled
   with -O3, 840926 with unrolled loops and 804639 with sizes known to the compiler, for 91125 fused products. All
   data in the core's SRAM. Another compiler than the published one: the cycles are compared, not checked. */
#include "check.h"
#include "ctimer.h"
#include "printf.h"

enum { N = 45, PRODUCTS = N * N * N };

static float a[N * N], b[N * N], c[N * N];
struct matmul45_results {
	uint32_t cycles[3], products[3];
};
SHARED struct matmul45_results matmul45_results;

typedef void multiply(uint32_t n);

static __attribute__((noinline, optimize("O3"))) void plain(uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		for (uint32_t k = 0; k < n; k++) {
			float f = a[i * n + k];
			for (uint32_t j = 0; j < n; j++)
				c[i * n + j] += f * b[k * n + j];
		}
	}
}

static __attribute__((noinline, optimize("O3", "unroll-loops"))) void unrolled(uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		for (uint32_t k = 0; k < n; k++) {
			float f = a[i * n + k];
			for (uint32_t j = 0; j < n; j++)
				c[i * n + j] += f * b[k * n + j];
		}
	}
}

static __attribute__((noinline, optimize("O3", "unroll-loops"))) void known_sizes(uint32_t n)
{
	(void)n;
	for (uint32_t i = 0; i < N; i++) {
		for (uint32_t k = 0; k < N; k++) {
			float f = a[i * N + k];
			for (uint32_t j = 0; j < N; j++)
				c[i * N + j] += f * b[k * N + j];
		}
	}
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
	for (uint32_t v = 0; v < 3; v++) {
		fill();
		ctimer0_start(CTIMER_MAX, CTIMER_CLK);
		ctimer1_start(CTIMER_MAX, CTIMER_FPU);
		versions[v](N);
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
