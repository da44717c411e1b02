/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef PRINTF_H
#define PRINTF_H
/* Console output, one call at a time across cores. Knows %d %u %x %X %c %s %p
   %% with 0, -, width and the lengths l and ll, and %f with a precision (6 by
   default, at most 9) for magnitudes below 2^63. */
int printf(const char *format, ...) __attribute__((format(printf, 1, 2)));
void puts_raw(const char *text);
#endif
