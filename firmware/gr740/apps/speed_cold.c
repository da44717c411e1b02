/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* 64 KiB of code in turn, four times the instruction cache: what lines of code that miss cost. */
#include "check.h"
#include <stdint.h>

/* Four instructions or so. */
#define MIX(k)              \
	a += b ^ (c << ((k) & 7)); \
	b = (b >> 3) + (k);      \
	c ^= a + (k);
#define MIX4(k) MIX(k) MIX(k + 1) MIX(k + 2) MIX(k + 3)
#define FUNCTION(n)                                                              \
	__attribute__((noinline, noclone)) static uint32_t f##n(uint32_t a, uint32_t b) \
	{                                                                               \
		uint32_t c = n;                                                                \
		MIX4(n) MIX4(n + 4) MIX4(n + 8)                                                \
		return a ^ b ^ c;                                                              \
	}
/* Sixteen functions, of which the names end with a digit. */
#define EACH(of, n)                                                             \
	of(n##0) of(n##1) of(n##2) of(n##3) of(n##4) of(n##5) of(n##6) of(n##7) \
	of(n##8) of(n##9)
#define ALL(of)                                                                  \
	EACH(of, 1) EACH(of, 2) EACH(of, 3) EACH(of, 4) EACH(of, 5) EACH(of, 6)  \
	EACH(of, 7) EACH(of, 8) EACH(of, 9) EACH(of, 10) EACH(of, 11) EACH(of, 12) \
	EACH(of, 13) EACH(of, 14) EACH(of, 15) EACH(of, 16) EACH(of, 17) EACH(of, 18) \
	EACH(of, 19) EACH(of, 20) EACH(of, 21) EACH(of, 22) EACH(of, 23) EACH(of, 24)

ALL(FUNCTION)

#define NAME(n) f##n,
static uint32_t (*const functions[])(uint32_t, uint32_t) = { ALL(NAME) };
#define FUNCTIONS (sizeof(functions) / sizeof(functions[0]))

static uint32_t all(uint32_t rounds)
{
	uint32_t a = 1;
	for (uint32_t r = 0; r < rounds; r++)
		for (uint32_t i = 0; i < FUNCTIONS; i++)
			a = functions[i](a, r);
	return a;
}

int main(void)
{
	uint32_t result = all(50);
	check_true("the same twice", all(50) == result);
	return check_result();
}
