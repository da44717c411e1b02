/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Built with -fno-math-errno, so that a processor's square root instruction is used where there is one. */
#include "math.h"

#define ODD_ABOVE 4503599627370496.0 /* 2^52: from here on every double is a whole number */

double floor(double x)
{
	if (!(x > -ODD_ABOVE && x < ODD_ABOVE))
		return x;
	double whole = (double)(long long)x;
	whole -= whole > x;
	return __builtin_copysign(whole, x);
}

double fmax(double x, double y)
{
	return x > y || y != y ? x : y;
}

float fmaxf(float x, float y)
{
	return (float)fmax(x, y);
}

long double fmaxl(long double x, long double y)
{
	return x > y || y != y ? x : y;
}

/* Of finite numbers other than 0. */
int ilogb(double x)
{
	int exponent = 0;
	for (x = __builtin_fabs(x); x < 1; x *= 2)
		exponent--;
	for (; x >= 2; x /= 2)
		exponent++;
	return exponent;
}

int ilogbf(float x)
{
	return ilogb(x);
}

/* long double is no wider than double here. */
int ilogbl(long double x)
{
	return ilogb((double)x);
}
