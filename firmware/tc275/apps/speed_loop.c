/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Integer work on a TC1.6P, code in the program cache, a little data in its own DSPR: what the simulator's
   execution loop can do at best. */
#include "check.h"
#include "regs.h"

static uint32_t table[64];

NOINLINE static uint32_t mix(uint32_t n)
{
	uint32_t a = 1, b = 2, c = 3;
	for (uint32_t i = 0; i < n; i++) {
		a += b ^ (c << 3);
		b = (b >> 5) | (b << 27);
		c += a & i;
		if (c & 1)
			b ^= table[i & 63];
		table[c & 63] = a;
	}
	return a ^ b ^ c;
}

NOINLINE static uint32_t run(void)
{
	for (uint32_t i = 0; i < 64; i++)
		table[i] = i * 0x9E3779B9u;
	return mix(3000000);
}

int main(void)
{
	uint32_t result = run();
	check_true("the same twice", run() == result);
	return check_result();
}
