/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Compiler-made C. Sums over many values were computed by the same C on another machine. */
#ifndef C_TESTS_H
#define C_TESTS_H
#include <stdint.h>

void test_integers(void);
void test_wide(void);
void test_floats(void);
void test_doubles(void);
void test_varargs(void);
void test_switches(void);
void test_memory(void);
void test_recursion(void);

/* xorshift32: numbers for the sums. */
static inline uint32_t next_random(uint32_t *state)
{
	uint32_t x = *state;
	x ^= x << 13;
	x ^= x >> 17;
	x ^= x << 5;
	return *state = x;
}

static inline uint32_t mix(uint32_t hash, uint32_t value)
{
	return (hash ^ value) * 0x01000193u;
}
#endif
