/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Recursion: deep, branching, and between two functions. */
#include "check.h"
#include <stdint.h>

static __attribute__((noinline)) uint32_t ackermann(uint32_t m, uint32_t n)
{
	if (m == 0)
		return n + 1;
	return n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

static __attribute__((noinline)) uint32_t fibonacci(uint32_t n)
{
	return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

static __attribute__((noinline)) int is_odd(uint32_t n);
static __attribute__((noinline)) int is_even(uint32_t n)
{
	return n == 0 ? 1 : is_odd(n - 1);
}
static int is_odd(uint32_t n)
{
	return n == 0 ? 0 : is_even(n - 1);
}

/* Queens on a board of n: 92 ways for eight. */
static uint32_t queens(uint32_t all, uint32_t columns, uint32_t left, uint32_t right)
{
	if (columns == all)
		return 1;
	uint32_t ways = 0;
	for (uint32_t free = all & ~(columns | left | right); free; free &= free - 1) {
		uint32_t bit = free & -free;
		ways += queens(all, columns | bit, (left | bit) << 1, (right | bit) >> 1);
	}
	return ways;
}

void test_recursive_calls(void)
{
	check_equal("ackermann(2, 9)", ackermann(2, 9), 21);
	check_equal("fibonacci(15)", fibonacci(15), 610);
	check_equal("100 is even", (uint32_t)is_even(100), 1);
	check_equal("eight queens", queens(0xFF, 0, 0, 0), 92);
}
