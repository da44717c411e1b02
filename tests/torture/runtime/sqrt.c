/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Square root for processors without an instruction for it; who has one says so in its own folder. */
#include "math.h"
#include <stdint.h>

/* Weak: a program may need both files, whichever the linker takes first.
   Two bits of the radicand give one of the root, until there is a bit to round by. */
__attribute__((weak)) double sqrt(double x)
{
	union {
		double d;
		uint64_t u;
	} v = { .d = x };
	if (!(x > 0) || v.u >> 52 == 0x7FF)
		return x < 0 ? __builtin_nan("") : x;
	int exponent = (int)(v.u >> 52);
	uint64_t f = v.u & ((UINT64_C(1) << 52) - 1);
	if (exponent)
		f |= UINT64_C(1) << 52;
	else
		exponent = 1;
	for (; !(f >> 52); f <<= 1)
		exponent--;
	/* x = f * 2^(exponent - 1075); an even power, so the root's is half of it. */
	if (!(exponent & 1)) {
		f <<= 1;
		exponent--;
	}
	uint64_t root = 0, rest = 0;
	for (int i = 0; i < 54; i++) {
		int shift = 52 - 2 * i;
		rest = rest << 2 | (shift >= 0 ? f >> shift & 3 : 0);
		root <<= 1;
		if (rest > root << 1) {
			rest -= root << 1 | 1;
			root |= 1;
		}
	}
	/* 54 bits of root: round to 53. The exact half cannot occur. */
	root = (root >> 1) + (root & 1);
	v.u = ((uint64_t)((exponent - 1023) / 2 + 1023) << 52) + (root - (UINT64_C(1) << 52));
	return v.d;
}
