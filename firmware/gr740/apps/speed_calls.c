/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Recursion: calls, SAVE and RESTORE, window overflow and underflow traps. */
#include "check.h"

__attribute__((noinline, noclone)) static int fibonacci(int n)
{
	return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

int main(void)
{
	check_true("fibonacci(27)", fibonacci(27) == 196418);
	return check_result();
}
