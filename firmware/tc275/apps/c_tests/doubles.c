/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Double precision, which the library computes. */
#include "c_tests.h"
#include "check.h"

#define ROUNDS 300

static uint32_t mix_double(uint32_t hash, double d)
{
	uint64_t u = (union { double d; uint64_t u; }){ .d = d }.u;
	return mix(mix(hash, (uint32_t)u), (uint32_t)(u >> 32));
}

static double square_root(double a)
{
	double x = a > 1 ? a : 1;
	for (int i = 0; i < 40; i++)
		x = 0.5 * (x + a / x);
	return x;
}

void test_doubles(void)
{
	uint32_t state = 4, arithmetic = 0, conversions = 0, compares = 0;
	for (uint32_t i = 0; i < ROUNDS; i++) {
		int32_t ia = (int32_t)next_random(&state);
		uint64_t wide = (uint64_t)next_random(&state) << (i & 31);
		double a = (double)ia * 0.001, b = (double)wide + 0.25;
		arithmetic = mix_double(arithmetic, a + b);
		arithmetic = mix_double(arithmetic, a - b);
		arithmetic = mix_double(arithmetic, a * b);
		arithmetic = mix_double(arithmetic, a / b);
		conversions = mix_double(conversions, (double)(float)a);
		conversions = mix(conversions, (uint32_t)(int32_t)a);
		conversions = mix(conversions, (uint32_t)(int64_t)(a * 1e9));
		conversions = mix(conversions, (uint32_t)((uint64_t)b >> 7));
		compares = mix(compares, (uint32_t)(a < b) | (uint32_t)(a >= 0) << 1 | (uint32_t)(a == b) << 2);
	}
	check_equal("double arithmetic", arithmetic, 0xC540A107);
	check_equal("double conversions", conversions, 0x982B7FAA);
	check_equal("double comparisons", compares, 0x7E75D8DC);
	check_equal("square root of two", mix_double(0, square_root(2)), 0x3F54CACE);
}
