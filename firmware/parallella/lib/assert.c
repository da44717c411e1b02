/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What assert() of the C library's header calls; the library's own brings in all of stdio. */
#include "core.h"
#include "printf.h"

__attribute__((noreturn)) void __assert_func(const char *file, int line, const char *function, const char *what)
{
	printf("assertion failed: %s (%s:%d, %s)\n", what, file, line, function ? function : "?");
	exit(99);
}
