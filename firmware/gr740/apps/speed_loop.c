/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Registers only: what the simulator's execution loop can do at best. */
#include "check.h"
#include <stdint.h>

__attribute__((noinline, noclone)) static uint32_t mix(uint32_t n)
{
	uint32_t a = 1, b = 2, c = 3;
	for (uint32_t i = 0; i < n; i++) {
		a += b ^ (c << 3);
		b = (b >> 5) | (b << 27);
		c += a & i;
		if (c & 1)
			b ^= a;
	}
	return a ^ b ^ c;
}

int main(void)
{
	volatile uint32_t result = mix(4000000);
	check_true("the same twice", mix(4000000) == result);
	return check_result();
}
