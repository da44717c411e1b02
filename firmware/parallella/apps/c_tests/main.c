/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Compiler-made C with the C library. Most tests are the TC275's, with the sums that another machine gave. */
#include "c_tests.h"
#include "check.h"
#include "core.h"

void test_recursive_calls(void);
void test_library(void);

int main(void)
{
	/* One image has one heap. */
	if (core_number())
		return 0;
	test_integers();
	test_wide();
	test_floats();
	test_doubles();
	test_varargs();
	test_switches();
	test_recursive_calls();
	test_library();
	return check_result();
}
