/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Arithmetic and comparison of doubles, under the names that the compiler calls. */
#include "softdouble.h"

static double add(uint64_t a, uint64_t b)
{
	if (is_nan(a) || is_nan(b))
		return double_of(NAN_BITS);
	/* |a| >= |b| */
	if ((a & ~SIGN) < (b & ~SIGN)) {
		uint64_t t = a;
		a = b;
		b = t;
	}
	uint64_t sign = a & SIGN;
	int subtract = ((a ^ b) & SIGN) != 0;
	if (exponent_of(a) == EXPONENT_MAX)
		return double_of(subtract && exponent_of(b) == EXPONENT_MAX ? NAN_BITS : a);
	if ((b & ~SIGN) == 0)
		return double_of((a & ~SIGN) == 0 && subtract ? 0 : a);
	int ea, eb;
	uint64_t fa = significand(a, &ea) << 10, fb = significand(b, &eb) << 10;
	fb = shift_right_sticky(fb, ea - eb);
	uint64_t f = subtract ? fa - fb : fa + fb;
	return f ? normalize_and_pack(sign, ea, f) : double_of(0);
}

double __adddf3(double a, double b)
{
	return add(bits_of(a), bits_of(b));
}

double __subdf3(double a, double b)
{
	return add(bits_of(a), bits_of(b) ^ SIGN);
}

double __negdf2(double a)
{
	return double_of(bits_of(a) ^ SIGN);
}

/* Upper 64 bits of the product, the lower ones as a sticky bit. */
static uint64_t multiply_high(uint64_t a, uint64_t b)
{
	uint32_t al = (uint32_t)a, ah = (uint32_t)(a >> 32), bl = (uint32_t)b, bh = (uint32_t)(b >> 32);
	uint64_t ll = (uint64_t)al * bl, lh = (uint64_t)al * bh, hl = (uint64_t)ah * bl, hh = (uint64_t)ah * bh;
	uint64_t middle = (ll >> 32) + (uint32_t)lh + (uint32_t)hl;
	uint64_t high = hh + (lh >> 32) + (hl >> 32) + (middle >> 32);
	return high | ((uint32_t)middle != 0 || (uint32_t)ll != 0);
}

double __muldf3(double x, double y)
{
	uint64_t a = bits_of(x), b = bits_of(y), sign = (a ^ b) & SIGN;
	if (is_nan(a) || is_nan(b))
		return double_of(NAN_BITS);
	int a_zero = (a & ~SIGN) == 0, b_zero = (b & ~SIGN) == 0;
	int a_infinite = exponent_of(a) == EXPONENT_MAX, b_infinite = exponent_of(b) == EXPONENT_MAX;
	if (a_infinite || b_infinite)
		return double_of(a_zero || b_zero ? NAN_BITS : sign | INFINITY_BITS);
	if (a_zero || b_zero)
		return double_of(sign);
	int ea, eb;
	uint64_t fa = significand(a, &ea) << 10, fb = significand(b, &eb) << 11;
	/* Leading bits at 62 and 63: the product's is at 125 or 126, 61 or 62 of the upper half. */
	return normalize_and_pack(sign, ea + eb - 1022, multiply_high(fa, fb));
}

double __divdf3(double x, double y)
{
	uint64_t a = bits_of(x), b = bits_of(y), sign = (a ^ b) & SIGN;
	if (is_nan(a) || is_nan(b))
		return double_of(NAN_BITS);
	int a_zero = (a & ~SIGN) == 0, b_zero = (b & ~SIGN) == 0;
	int a_infinite = exponent_of(a) == EXPONENT_MAX, b_infinite = exponent_of(b) == EXPONENT_MAX;
	if ((a_zero && b_zero) || (a_infinite && b_infinite))
		return double_of(NAN_BITS);
	if (a_infinite || b_zero)
		return double_of(sign | INFINITY_BITS);
	if (a_zero || b_infinite)
		return double_of(sign);
	int ea, eb;
	uint64_t n = significand(a, &ea), d = significand(b, &eb);
	/* 1/2 < n/d < 2: 56 bits of quotient and what remains as a sticky bit. */
	uint64_t quotient = 0;
	for (int i = 0; i < 56; i++) {
		quotient <<= 1;
		if (n >= d) {
			n -= d;
			quotient |= 1;
		}
		n <<= 1;
	}
	quotient = quotient << 1 | (n != 0);
	/* n == d gives a leading bit at 56 of the shifted quotient. */
	return normalize_and_pack(sign, ea - eb + 1023 + 6, quotient);
}

/* -1, 0, 1; `unordered` if either is NaN. */
static int compare(uint64_t a, uint64_t b, int unordered)
{
	if (is_nan(a) || is_nan(b))
		return unordered;
	if (((a | b) & ~SIGN) == 0)
		return 0;
	int64_t x = (int64_t)a, y = (int64_t)b;
	if (x == y)
		return 0;
	if (x < 0 && y < 0)
		return x < y ? 1 : -1;
	return x < y ? -1 : 1;
}

int __eqdf2(double a, double b)
{
	return compare(bits_of(a), bits_of(b), 1);
}

int __nedf2(double a, double b)
{
	return compare(bits_of(a), bits_of(b), 1);
}

int __ltdf2(double a, double b)
{
	return compare(bits_of(a), bits_of(b), 1);
}

int __ledf2(double a, double b)
{
	return compare(bits_of(a), bits_of(b), 1);
}

int __gtdf2(double a, double b)
{
	return compare(bits_of(a), bits_of(b), -1);
}

int __gedf2(double a, double b)
{
	return compare(bits_of(a), bits_of(b), -1);
}

int __unorddf2(double a, double b)
{
	return is_nan(bits_of(a)) || is_nan(bits_of(b));
}
