/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What the compiler may call on its own. Built with
   -fno-tree-loop-distribute-patterns, else these loops become calls to
   themselves. */
#include "string.h"
#include <stdint.h>

void *memcpy(void *restrict to, const void *restrict from, size_t bytes)
{
	uint8_t *d = to;
	const uint8_t *s = from;
	if ((((uintptr_t)d | (uintptr_t)s) & 3) == 0) {
		for (; bytes >= 4; bytes -= 4, d += 4, s += 4)
			*(uint32_t *)(void *)d = *(const uint32_t *)(const void *)s;
	}
	while (bytes--)
		*d++ = *s++;
	return to;
}

void *memmove(void *to, const void *from, size_t bytes)
{
	uint8_t *d = to;
	const uint8_t *s = from;
	if (d <= s || d >= s + bytes)
		return memcpy(to, from, bytes);
	while (bytes--)
		d[bytes] = s[bytes];
	return to;
}

void *memset(void *to, int value, size_t bytes)
{
	uint8_t *d = to;
	while (bytes--)
		*d++ = (uint8_t)value;
	return to;
}

int memcmp(const void *a, const void *b, size_t bytes)
{
	const uint8_t *p = a, *q = b;
	for (; bytes--; p++, q++)
		if (*p != *q)
			return *p < *q ? -1 : 1;
	return 0;
}

size_t strlen(const char *s)
{
	const char *end = s;
	while (*end)
		end++;
	return (size_t)(end - s);
}
