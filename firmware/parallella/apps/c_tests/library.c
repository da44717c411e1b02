/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* newlib: memory, strings, sorting, formatted text, mathematics. Its code is in external memory. */
#include "check.h"
#include <math.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int ascending(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
	return x < y ? -1 : x > y;
}

static void test_sorting(void)
{
	static uint32_t words[100];
	for (uint32_t i = 0; i < 100; i++)
		words[i] = i * 37 % 101;
	qsort(words, 100, sizeof *words, ascending);
	uint32_t ordered = 1;
	for (uint32_t i = 1; i < 100; i++)
		ordered &= words[i - 1] < words[i];
	check_equal("qsort", ordered, 1);
	uint32_t key = 37;
	uint32_t *found = bsearch(&key, words, 100, sizeof *words, ascending);
	check_equal("bsearch", found ? *found : 0, 37);
}

static void test_heap(void)
{
	uint32_t good = 1;
	char *blocks[16];
	for (uint32_t i = 0; i < 16; i++) {
		blocks[i] = malloc(16 + 8 * i);
		good &= blocks[i] && ((uintptr_t)blocks[i] & 7) == 0;
		if (blocks[i])
			memset(blocks[i], (int)i, 16 + 8 * i);
	}
	for (uint32_t i = 0; i < 16; i += 2)
		free(blocks[i]);
	char *again = calloc(4, 8);
	good &= again && again[31] == 0;
	for (uint32_t i = 1; i < 16; i += 2)
		good &= blocks[i][15 + 8 * i] == (char)i;
	blocks[1] = realloc(blocks[1], 400);
	good &= blocks[1] && blocks[1][23] == 1;
	check_equal("malloc, calloc, realloc, free", good, 1);
}

static void test_text(void)
{
	static char text[100];
	snprintf(text, sizeof text, "%d|%5u|%-6s|%08x|%c|%lld|%s", -42, 7u, "ab", 0xBEEFu, 'z', 123456789012345ll,
		 "end");
	check_true("snprintf of integers and text", !strcmp(text, "-42|    7|ab    |0000beef|z|123456789012345|end"));
	snprintf(text, sizeof text, "%.3f %g %e", 3.14159265, 0.5, 12345.678);
	check_true("snprintf of reals", !strcmp(text, "3.142 0.5 1.234568e+04"));
	check_true("strtol", strtol("-0x7f,", 0, 16) == -127);
	check_true("strtod", strtod("2.5e3", 0) == 2500.0);
	int number = 0;
	float real = 0;
	check_true("sscanf", sscanf("17 2.25", "%d %f", &number, &real) == 2 && number == 17 && real == 2.25f);
	check_true("strings", strlen("four") == 4 && !strcmp(strchr("a=b", '='), "=b") && strstr("needle", "eed"));
}

static void test_mathematics(void)
{
	check_true("sqrtf", sqrtf(2.0f) == 1.41421354f);
	check_true("sinf", fabsf(sinf(1.0f) - 0.841470985f) < 2e-7f);
	check_true("expf", fabsf(expf(1.0f) - 2.71828183f) < 5e-7f);
	check_true("pow", fabs(pow(2.0, 0.5) - 1.4142135623730951) < 1e-15);
	check_true("floor and fmod", floor(-1.5) == -2.0 && fmod(7.5, 2.0) == 1.5);
}

static void test_jump(void)
{
	static jmp_buf where;
	volatile uint32_t rounds = 0;
	int value = setjmp(where);
	rounds++;
	if (value < 3)
		longjmp(where, value + 1);
	check_equal("setjmp, longjmp", rounds, 4);
}

void test_library(void)
{
	test_sorting();
	test_heap();
	test_text();
	test_mathematics();
	test_jump();
}
