/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "check.h"
#include "printf.h"

static uint32_t passed, failed;
static const char *first_failure;

static const char *verdict(const char *what, int good)
{
	if (good) {
		passed++;
		return "OK";
	}
	if (!failed++)
		first_failure = what;
	return "FAIL";
}

void check_equal(const char *what, uint32_t got, uint32_t expected)
{
	printf("  %-42s %10u expected %10u  %s\n", what, got, expected, verdict(what, got == expected));
}

void check_range(const char *what, uint32_t got, uint32_t low, uint32_t high)
{
	printf("  %-42s %10u expected %u..%u  %s\n", what, got, low, high,
	       verdict(what, got >= low && got <= high));
}

void check_true(const char *what, int condition)
{
	printf("  %-42s %s\n", what, verdict(what, condition));
}

void check_count(const char *what, int condition)
{
	verdict(what, condition);
}

int check_result(void)
{
	printf("%u checks passed, %u failed\n", passed, failed);
	if (!failed)
		return 0;
	printf("FAILED first: %s\n", first_failure);
	return 1;
}
