/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef STRING_H
#define STRING_H
#include <stddef.h>
void *memcpy(void *restrict to, const void *restrict from, size_t bytes);
void *memmove(void *to, const void *from, size_t bytes);
void *memset(void *to, int value, size_t bytes);
int memcmp(const void *a, const void *b, size_t bytes);
size_t strlen(const char *s);
#endif
