/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Conversions from and to double, and between float and 64-bit integers, under the names that the compiler
   calls. */
#include "softdouble.h"

union float_bits {
	float f;
	uint32_t u;
};

static double from_magnitude(uint64_t sign, uint64_t v)
{
	return v ? normalize_and_pack(sign, 1023 + 62, v) : double_of(0);
}

double __floatundidf(uint64_t v)
{
	return from_magnitude(0, v);
}

double __floatdidf(int64_t v)
{
	return v < 0 ? from_magnitude(SIGN, -(uint64_t)v) : from_magnitude(0, (uint64_t)v);
}

double __floatunsidf(uint32_t v)
{
	return from_magnitude(0, v);
}

double __floatsidf(int32_t v)
{
	return __floatdidf(v);
}

/* Towards zero; what does not fit gives the nearest of the range 0 to `limit`, NaN gives 0. */
static uint64_t to_magnitude(uint64_t u, uint64_t limit)
{
	int shift = exponent_of(u) - 1023 - 52;
	if (is_nan(u) || shift < -52)
		return 0;
	uint64_t f = (u & FRACTION) | (UINT64_C(1) << 52);
	if (shift > 11)
		return limit;
	uint64_t v = shift < 0 ? f >> -shift : f << shift;
	return v > limit ? limit : v;
}

uint64_t __fixunsdfdi(double d)
{
	uint64_t u = bits_of(d);
	return u & SIGN ? 0 : to_magnitude(u, UINT64_MAX);
}

int64_t __fixdfdi(double d)
{
	uint64_t u = bits_of(d);
	if (u & SIGN)
		return (int64_t)-to_magnitude(u, UINT64_C(1) << 63);
	return (int64_t)to_magnitude(u, INT64_MAX);
}

uint32_t __fixunsdfsi(double d)
{
	uint64_t u = bits_of(d);
	return u & SIGN ? 0 : (uint32_t)to_magnitude(u, UINT32_MAX);
}

int32_t __fixdfsi(double d)
{
	uint64_t u = bits_of(d);
	if (u & SIGN)
		return (int32_t)-to_magnitude(u, UINT64_C(1) << 31);
	return (int32_t)to_magnitude(u, INT32_MAX);
}

double __extendsfdf2(float x)
{
	uint32_t u = (union float_bits){ .f = x }.u;
	uint64_t sign = (uint64_t)(u >> 31) << 63;
	uint32_t exponent = u >> 23 & 0xFF, fraction = u & 0x7FFFFF;
	if (exponent == 0xFF)
		return double_of(sign | (fraction ? NAN_BITS : INFINITY_BITS));
	if (exponent)
		return double_of(sign | (uint64_t)(exponent + 1023 - 127) << 52 | (uint64_t)fraction << 29);
	return fraction ? normalize_and_pack(sign, 1023 - 126, (uint64_t)fraction << (62 - 23)) : double_of(sign);
}

float __truncdfsf2(double d)
{
	uint64_t u = bits_of(d);
	uint32_t sign = (uint32_t)(u >> 63) << 31;
	if (is_nan(u))
		return (union float_bits){ .u = sign | 0x7FC00000 }.f;
	int exponent = exponent_of(u) - 1023 + 127;
	if (exponent >= 0xFF)
		return (union float_bits){ .u = sign | 0x7F800000 }.f;
	if (exponent_of(u) == 0)
		return (union float_bits){ .u = sign }.f;
	/* Leading bit at 52; 29 bits too many. */
	uint64_t f = (u & FRACTION) | (UINT64_C(1) << 52);
	if (exponent <= 0) {
		f = shift_right_sticky(f, 1 - exponent);
		exponent = 0;
	} else {
		exponent--;
	}
	f += (UINT64_C(1) << 28) - 1 + (f >> 29 & 1);
	return (union float_bits){ .u = sign | (((uint32_t)exponent << 23) + (uint32_t)(f >> 29)) }.f;
}

float __floatundisf(uint64_t v)
{
	/* To float in one rounding: the bits below a double's precision go into its lowest one. */
	if (v >> 53)
		v = shift_right_sticky(v, 11) << 11;
	return __truncdfsf2(from_magnitude(0, v));
}

float __floatdisf(int64_t v)
{
	float f = __floatundisf(v < 0 ? -(uint64_t)v : (uint64_t)v);
	return v < 0 ? -f : f;
}

uint64_t __fixunssfdi(float f)
{
	return __fixunsdfdi(__extendsfdf2(f));
}

int64_t __fixsfdi(float f)
{
	return __fixdfdi(__extendsfdf2(f));
}
