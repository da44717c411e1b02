/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* One core, 45 x 45 floats, with the loops of the published measurement (hydroo/parallella-fun, one core): the row of
   the result innermost, sizes read at run time or known to the compiler. Published for 91125
   fused products: 1085948 cycles with -O3, 840926 with unrolled loops, 804639 with sizes known as well; then, two products
   at a time, 800056 with -O3 and 729272 with -Ofast and unrolled loops. Code and each matrix in a bank of their own, as
   there. Another compiler than the published one: the cycles are compared, not checked. */
#include "check.h"
#include "ctimer.h"
#include "printf.h"

enum { N = 45, PRODUCTS = N * N * N };

static BANK1 float a[N * N];
static BANK2 float b[N * N];
static BANK3 float c[N * N];
struct matmul45_results {
	uint32_t cycles[5], products[5];
};
SHARED struct matmul45_results matmul45_results;

static volatile uint32_t width = N;

/* By addresses, of which the compiler does not know that they are apart. */
#define LOOPS(n)                                                                 \
	float *x = (float *)0x2000, *y = (float *)0x4000, *to = (float *)0x6000; \
	for (int k = 0; k < (n); k++)                                            \
		for (int j = 0; j < (n); j++)                                    \
			for (int i = 0; i < (n); i++)                            \
				to[j * (n) + i] += x[j * (n) + k] * y[k * (n) + i]

#define VERSION(name, ...) static __attribute__((noinline, noclone, optimize(__VA_ARGS__))) void name(void)

VERSION(plain, "O3")
{
	int n = (int)width;
	LOOPS(n);
}

VERSION(unrolled, "O3", "unroll-loops", "align-functions=8", "align-loops=8")
{
	int n = (int)width;
	LOOPS(n);
}

VERSION(known_sizes, "Ofast", "unroll-loops", "align-functions=8", "align-loops=8")
{
	LOOPS(N);
}

/* Two products at a time, by the program. */
static inline __attribute__((always_inline)) void two_at_a_time(uint32_t n)
{
	const float *row_of_b = b;
	for (uint32_t k = 0; k < n; k++) {
		float *row_of_c = c;
		for (uint32_t j = 0; j < n; j++) {
			float x = a[j * n + k];
			for (uint32_t i = 0; i < n;) {
				if (i + 1 < n) {
					row_of_c[i] += x * row_of_b[i];
					row_of_c[i + 1] += x * row_of_b[i + 1];
					i += 2;
				} else {
					row_of_c[i] += x * row_of_b[i];
					i++;
				}
			}
			row_of_c += n;
		}
		row_of_b += n;
	}
}

VERSION(pairs, "O3")
{
	two_at_a_time(width);
}

VERSION(unrolled_pairs, "Ofast", "unroll-loops", "align-functions=8", "align-loops=8")
{
	two_at_a_time(width);
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
	static const struct {
		void (*multiply)(void);
		const char *name;
		uint32_t published;
	} version[5] = {
		{ plain, "-O3", 1085948 },
		{ unrolled, "unrolled", 840926 },
		{ known_sizes, "known sizes", 804639 },
		{ pairs, "pairs", 800056 },
		{ unrolled_pairs, "unrolled pairs", 729272 },
	};
	if (core_number())
		return 0;
	check_equal("places", (uint32_t)a << 8 ^ (uint32_t)b << 4 ^ (uint32_t)c, 0x2000 << 8 ^ 0x4000 << 4 ^ 0x6000);
	for (uint32_t v = 0; v < 5; v++) {
		fill();
		ctimer0_start(CTIMER_MAX, CTIMER_CLK);
		ctimer1_start(CTIMER_MAX, CTIMER_FPU);
		version[v].multiply();
		uint32_t all = CTIMER_MAX - ctimer0_stop();
		uint32_t products = CTIMER_MAX - ctimer1_stop();
		matmul45_results.cycles[v] = all;
		matmul45_results.products[v] = products;
		printf("%s: %u cycles, published %u\n", version[v].name, all, version[v].published);
		check_equal("wrong entries", wrong_entries(), 0);
		/* Products of integers, for addresses, run in the same unit. */
		check_range("FPU instructions", products, PRODUCTS, PRODUCTS + 3 * N * N);
	}
	return check_result();
}
