/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* IEEE-754 double in integer registers: the cores compute in single precision only. Round to nearest even,
   subnormal numbers, no exceptions. */
#ifndef SOFTDOUBLE_H
#define SOFTDOUBLE_H
#include <stdint.h>

#define SIGN (UINT64_C(1) << 63)
#define FRACTION ((UINT64_C(1) << 52) - 1)
#define EXPONENT_MAX 0x7FF
#define INFINITY_BITS (UINT64_C(0x7FF) << 52)
#define NAN_BITS (UINT64_C(0x7FF8) << 48)

union double_bits {
	double d;
	uint64_t u;
};

static inline uint64_t bits_of(double d)
{
	return (union double_bits){ .d = d }.u;
}

static inline double double_of(uint64_t u)
{
	return (union double_bits){ .u = u }.d;
}

static inline int exponent_of(uint64_t u)
{
	return (int)(u >> 52) & EXPONENT_MAX;
}

static inline int is_nan(uint64_t u)
{
	return (u & ~SIGN) > INFINITY_BITS;
}

static inline int leading_zeros64(uint64_t v)
{
	uint32_t high = (uint32_t)(v >> 32);
	return high ? __builtin_clz(high) : 32 + __builtin_clz((uint32_t)v);
}

/* v >> n; bits that fall out are kept as a 1 in the lowest place. */
static inline uint64_t shift_right_sticky(uint64_t v, int n)
{
	if (n > 63)
		return v != 0;
	return n ? v >> n | (v << (64 - n) != 0) : v;
}

/* The significand with its leading bit at 52, and the exponent that belongs to it (1 or more, less after
   subnormals). Not for zero, infinity or NaN. */
static inline uint64_t significand(uint64_t u, int *exponent)
{
	uint64_t f = u & FRACTION;
	*exponent = exponent_of(u);
	if (*exponent)
		return f | (UINT64_C(1) << 52);
	int shift = leading_zeros64(f) - 11;
	*exponent = 1 - shift;
	return f << shift;
}

/* Rounds and packs: `f` has its leading bit at 62, `exponent` is biased. */
static inline double pack(uint64_t sign, int exponent, uint64_t f)
{
	if (exponent >= EXPONENT_MAX)
		return double_of(sign | INFINITY_BITS);
	if (exponent <= 0) {
		f = shift_right_sticky(f, 1 - exponent);
		exponent = 0;
	} else {
		exponent--; /* the leading bit adds one to the exponent field */
	}
	f += 0x1FF + (f >> 10 & 1);
	return double_of(sign | (((uint64_t)exponent << 52) + (f >> 10)));
}

/* As pack, for any f but 0. */
static inline double normalize_and_pack(uint64_t sign, int exponent, uint64_t f)
{
	int shift = leading_zeros64(f) - 1;
	if (shift < 0)
		return pack(sign, exponent + 1, shift_right_sticky(f, 1));
	return pack(sign, exponent - shift, f << shift);
}
#endif
