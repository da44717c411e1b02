/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "c_tests.h"
#include "check.h"
#include "regs.h"

typedef uint32_t operation(uint32_t, uint32_t);

NOINLINE static uint32_t twice(uint32_t a, uint32_t b)
{
	return a * 2 + b;
}

NOINLINE static uint32_t differ(uint32_t a, uint32_t b)
{
	return a ^ b;
}

static operation *const operations[] = { twice, differ, twice };

/* Dense: a table of code addresses. */
NOINLINE static uint32_t dense(uint32_t op, uint32_t a, uint32_t b)
{
	switch (op) {
	case 0:
		return a + b;
	case 1:
		return a - b;
	case 2:
		return a * b;
	case 3:
		return twice(b, a);
	case 4:
		return a << (b & 7);
	case 5:
		return operations[a % 3](b, a);
	case 6:
		return a | b;
	case 7:
		a += 3; /* falls through */
	case 9:
		return differ(a, b) + 1;
	case 10:
		return ~a;
	case 11:
		return a > b ? a : b;
	default:
		return 0xFFFF;
	}
}

/* Sparse: a tree of comparisons. */
NOINLINE static uint32_t sparse(uint32_t v)
{
	switch (v) {
	case 3:
		return 1;
	case 1000:
		return 2;
	case 70000:
		return 3;
	case 0x80000000u:
		return 4;
	case 0xFFFFFFF0u:
		return 5;
	}
	return 6;
}

void test_switches(void)
{
	static const uint32_t keys[] = { 3, 1000, 70000, 0x80000000u, 0xFFFFFFF0u, 4, 999 };
	uint32_t hash = 0, state = 5;
	for (uint32_t i = 0; i < 500; i++) {
		uint32_t a = next_random(&state), b = next_random(&state);
		hash = mix(hash, dense(i % 13, a, b));
	}
	check_equal("switch by table", hash, 0x16D91739);
	hash = 0;
	for (uint32_t i = 0; i < sizeof keys / sizeof *keys; i++)
		hash = hash * 10 + sparse(keys[i]);
	check_equal("switch by comparison", hash, 1234566);
}
