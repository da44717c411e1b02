/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Compiler-made C with the C library. Most tests are the TC275's, with the sums that another machine gave. */
#include "c_tests.h"
#include "check.h"

void test_recursive_calls(void);
void test_library(void);

int main(void)
{
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
