/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "c_tests.h"
#include "check.h"

#define ROUNDS 1000

static uint32_t mix64(uint32_t hash, uint64_t value)
{
	return mix(mix(hash, (uint32_t)value), (uint32_t)(value >> 32));
}

void test_wide(void)
{
	uint32_t state = 2, sums = 0, shifts = 0, products = 0, quotients = 0, compares = 0, identity = 1;
	for (uint32_t i = 0; i < ROUNDS; i++) {
		uint64_t a = (uint64_t)next_random(&state) << 32 | next_random(&state);
		uint64_t b = ((uint64_t)next_random(&state) << 32 | next_random(&state)) >> (i & 63);
		int64_t sa = (int64_t)a, sb = (int64_t)(b | 1) >> (i & 15);
		unsigned n = next_random(&state) & 63;
		sb = sb ? sb : -5;
		sums = mix64(sums, a + b);
		sums = mix64(sums, a - b);
		sums = mix64(sums, -a);
		shifts = mix64(shifts, a << n);
		shifts = mix64(shifts, a >> n);
		shifts = mix64(shifts, (uint64_t)(sa >> n));
		products = mix64(products, a * b);
		products = mix64(products, (uint64_t)((int64_t)(int32_t)a * (int32_t)b));
		quotients = mix64(quotients, a / (b | 1));
		quotients = mix64(quotients, a % (b | 1));
		quotients = mix64(quotients, (uint64_t)(sa / sb));
		quotients = mix64(quotients, (uint64_t)(sa % sb));
		identity &= sa / sb * sb + sa % sb == sa;
		compares = mix(compares, (uint32_t)(a < b) | (uint32_t)(sa < sb) << 1 | (uint32_t)(sa >= 0) << 2 |
						 (uint32_t)(a == b) << 3);
	}
	check_equal("64-bit sums", sums, 0xF18DFFE8);
	check_equal("64-bit shifts", shifts, 0x9721A480);
	check_equal("64-bit products", products, 0x41F6D902);
	check_equal("64-bit quotients", quotients, 0x48C926D8);
	check_equal("64-bit q * d + r == n", identity, 1);
	check_equal("64-bit comparisons", compares, 0xD3EA973C);
}
