/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "c_tests.h"
#include "check.h"
#include "regs.h"
#include <stdarg.h>

struct pair {
	int32_t a, b;
};
struct large {
	int32_t v[6];
};

NOINLINE static int32_t sum(const char *kinds, ...)
{
	int32_t total = 0;
	va_list args;
	va_start(args, kinds);
	for (; *kinds; kinds++) {
		switch (*kinds) {
		case 'i':
			total += va_arg(args, int);
			break;
		case 'l':
			total += (int32_t)(va_arg(args, int64_t) >> 32);
			break;
		case 'd':
			total += (int32_t)va_arg(args, double);
			break;
		case 'p':
			total += *va_arg(args, int32_t *);
			break;
		case 's': {
			struct pair p = va_arg(args, struct pair);
			total += p.a * p.b;
			break;
		}
		case 'S': {
			struct large s = va_arg(args, struct large);
			total += s.v[0] + s.v[5];
			break;
		}
		}
	}
	va_end(args);
	return total;
}

NOINLINE static struct large shifted(struct large s, int32_t by, struct pair p)
{
	for (int i = 0; i < 6; i++)
		s.v[i] += by * p.a + p.b;
	return s;
}

NOINLINE static int64_t many(int a, int64_t b, int c, short d, char e, float f, int64_t g, int *h, int i)
{
	return a + b * c + d - e + (int64_t)f + g + *h * i;
}

void test_varargs(void)
{
	int32_t seven = 7;
	struct pair p = { 3, 5 };
	struct large s = { { 1, 2, 3, 4, 5, 60 } };
	check_equal("variable arguments", (uint32_t)sum("iilipsSid", 1, 2, 5LL << 32, 4, &seven, p, s, 100, 9.75),
		    1 + 2 + 5 + 4 + 7 + 15 + 61 + 100 + 9);
	struct large moved = shifted(s, 10, p);
	check_equal("structures by value", (uint32_t)(moved.v[0] + moved.v[5] * 2), 36 + 95 * 2);
	check_equal("arguments in registers and memory",
		    (uint32_t)many(1, 1LL << 33, 2, -3, 4, 5.5f, -(1LL << 34), &seven, 8), 1 - 3 - 4 + 5 + 56);
}
