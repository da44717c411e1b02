/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Self-checks: each prints one line; the program returns check_result(). */
#ifndef CHECK_H
#define CHECK_H
#include <stdint.h>
void check_equal(const char *what, uint32_t got, uint32_t expected);
void check_range(const char *what, uint32_t got, uint32_t low, uint32_t high);
void check_true(const char *what, int condition);
/* For programs that print a line of their own. */
void check_count(const char *what, int condition);
/* Prints the sum and the first failure; 0 if there was none. */
int check_result(void);
#endif
