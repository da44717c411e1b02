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
