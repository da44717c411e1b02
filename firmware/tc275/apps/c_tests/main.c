/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "c_tests.h"
#include "check.h"

int main(void)
{
	test_integers();
	test_wide();
	test_floats();
	test_doubles();
	test_varargs();
	test_switches();
	test_memory();
	test_recursion();
	return check_result();
}
