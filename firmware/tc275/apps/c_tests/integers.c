/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "c_tests.h"
#include "check.h"

#define ROUNDS 2000

static uint32_t bit_fields(uint32_t a, uint32_t b)
{
	struct fields {
		uint32_t low : 5, middle : 11, high : 16;
		signed int s3 : 3, s13 : 13; /* plain int is unsigned here */
	} f = { .low = a, .middle = b, .high = a >> 7, .s3 = (int32_t)(b & 3), .s13 = (int32_t)(a & 0xFFF) };
	f.middle += f.low;
	f.s13 = (int32_t)(f.high & 0xFFF) - f.s3;
	return f.low + f.middle * 3u + f.high * 5u + (uint32_t)f.s13;
}

static uint32_t narrow(uint32_t a, uint32_t b)
{
	int8_t i8 = (int8_t)a;
	uint8_t u8 = (uint8_t)b;
	int16_t i16 = (int16_t)(a >> 3);
	uint16_t u16 = (uint16_t)(b >> 5);
	i8 = (int8_t)(i8 + u8);
	i16 = (int16_t)(i16 * i8);
	u16 = (uint16_t)(u16 - (uint16_t)i16);
	return (uint32_t)(i8 * 65537 + i16) ^ u16;
}

static uint32_t logic(uint32_t a, uint32_t b)
{
	uint32_t n = b & 31;
	uint32_t rotated = a << n | a >> (-n & 31);
	uint32_t counted = (uint32_t)__builtin_clz(a | 1) + (uint32_t)__builtin_ctz(b | 0x80000000u) +
			   (uint32_t)__builtin_popcount(a) + (uint32_t)__builtin_parity(b);
	return (rotated & ~b) + (a >> n) + (uint32_t)((int32_t)a >> n) + counted * 7919u + __builtin_bswap32(a);
}

static uint32_t compare(int32_t a, int32_t b)
{
	uint32_t ua = (uint32_t)a, ub = (uint32_t)b, bits = 0;
	bits |= (uint32_t)(a < b) << 0 | (uint32_t)(a <= b) << 1 | (uint32_t)(a == b) << 2;
	bits |= (uint32_t)(ua < ub) << 3 | (uint32_t)(ua >= ub) << 4 | (uint32_t)((a & 1) && b > 0) << 5;
	int32_t low = a < b ? a : b, high = ua > ub ? a : b;
	return bits ^ (uint32_t)low ^ (uint32_t)high * 31u;
}

void test_integers(void)
{
	uint32_t state = 1, product = 0, quotients = 0, fields = 0, narrows = 0, logics = 0, compares = 0;
	uint32_t identity = 1;
	for (uint32_t i = 0; i < ROUNDS; i++) {
		uint32_t a = next_random(&state), b = next_random(&state) >> (i & 31);
		int32_t sa = (int32_t)a, sb = (int32_t)(b | 1) >> (i & 7);
		sb = sb ? sb : 3;
		product = mix(product, a * b + (a + 17) * 11u - b * 5u);
		if (!(sa == INT32_MIN && sb == -1)) {
			quotients = mix(quotients, (uint32_t)(sa / sb) + (uint32_t)(sa % sb) * 3u);
			identity &= sa / sb * sb + sa % sb == sa;
		}
		quotients = mix(quotients, a / (b | 1) + a % (b | 1) + a / 10u + (uint32_t)(sa / 7));
		identity &= a / (b | 1) * (b | 1) + a % (b | 1) == a;
		fields = mix(fields, bit_fields(a, b));
		narrows = mix(narrows, narrow(a, b));
		logics = mix(logics, logic(a, b));
		compares = mix(compares, compare(sa, (int32_t)b));
	}
	check_equal("products and sums", product, 0x7E9D014F);
	check_equal("quotients and remainders", quotients, 0xB2466D40);
	check_equal("q * d + r == n", identity, 1);
	check_equal("bit fields", fields, 0xFF660660);
	check_equal("8 and 16 bits", narrows, 0xFF386BFC);
	check_equal("shifts, rotations, counts", logics, 0x0AD0D2A0);
	check_equal("comparisons", compares, 0x9F9AC3E8);
}
