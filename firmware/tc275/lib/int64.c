/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* 64-bit division and the bit counts that the compiler calls: no library of the compiler is linked. */
#include <stdint.h>

static unsigned leading_zeros(uint64_t v)
{
	uint32_t high = (uint32_t)(v >> 32);
	return high ? (unsigned)__builtin_clz(high) : 32 + (unsigned)__builtin_clz((uint32_t)v);
}

/* As hardware that divides: a divisor of 0 gives all ones. */
static uint64_t divide(uint64_t n, uint64_t d, uint64_t *remainder)
{
	if (d == 0) {
		*remainder = n;
		return ~UINT64_C(0);
	}
	if (n < d) {
		*remainder = n;
		return 0;
	}
	if (n >> 32 == 0) {
		*remainder = (uint32_t)n % (uint32_t)d;
		return (uint32_t)n / (uint32_t)d;
	}
	unsigned steps = leading_zeros(d) - leading_zeros(n);
	uint64_t quotient = 0;
	d <<= steps;
	for (unsigned i = 0; i <= steps; i++) {
		quotient <<= 1;
		if (n >= d) {
			n -= d;
			quotient |= 1;
		}
		d >>= 1;
	}
	*remainder = n;
	return quotient;
}

static uint64_t magnitude(int64_t v)
{
	return v < 0 ? -(uint64_t)v : (uint64_t)v;
}

uint64_t __udivdi3(uint64_t n, uint64_t d)
{
	uint64_t remainder;
	return divide(n, d, &remainder);
}

uint64_t __umoddi3(uint64_t n, uint64_t d)
{
	uint64_t remainder;
	divide(n, d, &remainder);
	return remainder;
}

int64_t __divdi3(int64_t n, int64_t d)
{
	uint64_t remainder, quotient = divide(magnitude(n), magnitude(d), &remainder);
	return (int64_t)((n < 0) != (d < 0) ? -quotient : quotient);
}

int64_t __moddi3(int64_t n, int64_t d)
{
	uint64_t remainder;
	divide(magnitude(n), magnitude(d), &remainder);
	return (int64_t)(n < 0 ? -remainder : remainder);
}

int __popcountsi2(uint32_t v)
{
	v -= v >> 1 & 0x55555555;
	v = (v & 0x33333333) + (v >> 2 & 0x33333333);
	v = (v + (v >> 4)) & 0x0F0F0F0F;
	return (int)(v * 0x01010101 >> 24);
}

int __paritysi2(uint32_t v)
{
	return __popcountsi2(v) & 1;
}

uint32_t __bswapsi2(uint32_t v)
{
	return v << 24 | (v & 0xFF00) << 8 | (v >> 8 & 0xFF00) | v >> 24;
}

int __clzdi2(uint64_t v)
{
	return (int)leading_zeros(v);
}

int __ctzdi2(uint64_t v)
{
	return 63 - (int)leading_zeros(v & -v);
}
