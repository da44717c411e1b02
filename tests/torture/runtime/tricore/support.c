/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Functions that only these programs make the compiler call. */
#include <stdint.h>

void abort(void) __attribute__((noreturn));

/* Shifts of 64 bits, which -Os calls. Halves, for a shift of both would be a call to itself; counts below 64. */
union halves {
	uint64_t whole;
	struct {
		uint32_t low, high;
	};
};

uint64_t __ashldi3(uint64_t v, int n)
{
	union halves h = { v };
	if (n >= 32)
		return (union halves){ .high = h.low << (n - 32) }.whole;
	if (n > 0) {
		h.high = h.high << n | h.low >> (32 - n);
		h.low <<= n;
	}
	return h.whole;
}

/* To the right, with `fill` coming in at the top. */
static uint64_t shifted_right(uint64_t v, int n, uint32_t high, uint32_t fill)
{
	union halves h = { v };
	if (n >= 32)
		return (union halves){ .low = high, .high = fill }.whole;
	if (n > 0) {
		h.low = h.low >> n | h.high << (32 - n);
		h.high = high;
	}
	return h.whole;
}

uint64_t __lshrdi3(uint64_t v, int n)
{
	return shifted_right(v, n, (union halves){ v }.high >> (n & 31), 0);
}

int64_t __ashrdi3(int64_t v, int n)
{
	int32_t high = (int32_t)(union halves){ (uint64_t)v }.high;
	return (int64_t)shifted_right((uint64_t)v, n, (uint32_t)(high >> (n & 31)), (uint32_t)(high >> 31));
}

int __popcountsi2(uint32_t);
int __popcountdi2(uint64_t v)
{
	return __popcountsi2((uint32_t)v) + __popcountsi2((uint32_t)(v >> 32));
}

int __paritydi2(uint64_t v)
{
	return __popcountdi2(v) & 1;
}

int __ffsdi2(uint64_t v)
{
	return v ? __builtin_ctzll(v) + 1 : 0;
}

int __clrsbsi2(int32_t v)
{
	uint32_t differing = (uint32_t)(v ^ v >> 31);
	return differing ? __builtin_clz(differing) - 1 : 31;
}

int __clrsbdi2(int64_t v)
{
	uint64_t differing = (uint64_t)(v ^ v >> 63);
	return differing ? __builtin_clzll(differing) - 1 : 63;
}

uint64_t __bswapdi2(uint64_t v)
{
	return (uint64_t)__builtin_bswap32((uint32_t)v) << 32 | __builtin_bswap32((uint32_t)(v >> 32));
}

#define CHECKED(name, type, builtin)         \
	type name(type a, type b)            \
	{                                    \
		type result;                 \
		if (builtin(a, b, &result))  \
			abort();             \
		return result;               \
	}
CHECKED(__addvsi3, int32_t, __builtin_add_overflow)
CHECKED(__subvsi3, int32_t, __builtin_sub_overflow)
CHECKED(__mulvsi3, int32_t, __builtin_mul_overflow)
CHECKED(__addvdi3, int64_t, __builtin_add_overflow)
CHECKED(__subvdi3, int64_t, __builtin_sub_overflow)
CHECKED(__mulvdi3, int64_t, __builtin_mul_overflow)

int32_t __negvsi2(int32_t a)
{
	return __subvsi3(0, a);
}

int64_t __negvdi2(int64_t a)
{
	return __subvdi3(0, a);
}

int32_t __absvsi2(int32_t a)
{
	return a < 0 ? __negvsi2(a) : a;
}

#define POWER(name, type)                             \
	type name(type x, int n)                      \
	{                                             \
		unsigned left = n < 0 ? -(unsigned)n : (unsigned)n; \
		type result = 1;                      \
		for (; left; left >>= 1, x *= x)      \
			if (left & 1)                 \
				result *= x;          \
		return n < 0 ? 1 / result : result;   \
	}
POWER(__powisf2, float)
POWER(__powidf2, double)

#define PRODUCT(name, type)                                               \
	_Complex type name(type a, type b, type c, type d)                \
	{                                                                 \
		_Complex type z;                                          \
		__real__ z = a * c - b * d;                               \
		__imag__ z = a * d + b * c;                               \
		return z;                                                 \
	}
PRODUCT(__mulsc3, float)
PRODUCT(__muldc3, double)

#define QUOTIENT(name, type)                                              \
	_Complex type name(type a, type b, type c, type d)                \
	{                                                                 \
		type square = c * c + d * d;                              \
		_Complex type z;                                          \
		__real__ z = (a * c + b * d) / square;                    \
		__imag__ z = (b * c - a * d) / square;                    \
		return z;                                                 \
	}
QUOTIENT(__divsc3, float)
QUOTIENT(__divdc3, double)
