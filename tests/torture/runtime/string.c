/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Built with -fno-tree-loop-distribute-patterns, else these loops become calls to themselves. */
#include "string.h"
#include "ctype.h"

int isprint(int c)
{
	return c >= ' ' && c <= '~';
}

void *memchr(const void *s, int c, size_t bytes)
{
	for (const unsigned char *p = s; bytes--; p++)
		if (*p == (unsigned char)c)
			return (void *)p;
	return NULL;
}

int memcmp(const void *a, const void *b, size_t bytes)
{
	const unsigned char *p = a, *q = b;
	for (; bytes--; p++, q++)
		if (*p != *q)
			return *p - *q;
	return 0;
}

void *memcpy(void *restrict to, const void *restrict from, size_t bytes)
{
	char *d = to;
	for (const char *s = from; bytes--;)
		*d++ = *s++;
	return to;
}

void *memmove(void *to, const void *from, size_t bytes)
{
	char *d = to;
	const char *s = from;
	if (d <= s)
		while (bytes--)
			*d++ = *s++;
	else
		while (bytes--)
			d[bytes] = s[bytes];
	return to;
}

void *memset(void *to, int value, size_t bytes)
{
	for (char *d = to; bytes--;)
		*d++ = (char)value;
	return to;
}

char *strcat(char *restrict to, const char *restrict from)
{
	strcpy(to + strlen(to), from);
	return to;
}

char *strchr(const char *s, int c)
{
	for (; *s != (char)c; s++)
		if (!*s)
			return NULL;
	return (char *)s;
}

int strcmp(const char *a, const char *b)
{
	for (; *a && *a == *b; a++)
		b++;
	return (unsigned char)*a - (unsigned char)*b;
}

char *strcpy(char *restrict to, const char *restrict from)
{
	memcpy(to, from, strlen(from) + 1);
	return to;
}

size_t strlen(const char *s)
{
	const char *end = s;
	while (*end)
		end++;
	return (size_t)(end - s);
}

int strncmp(const char *a, const char *b, size_t bytes)
{
	for (; bytes && *a && *a == *b; a++, b++)
		bytes--;
	return bytes ? (unsigned char)*a - (unsigned char)*b : 0;
}

char *strncpy(char *restrict to, const char *restrict from, size_t bytes)
{
	size_t n = 0;
	for (; n < bytes && from[n]; n++)
		to[n] = from[n];
	memset(to + n, 0, bytes - n);
	return to;
}

char *strrchr(const char *s, int c)
{
	const char *found = NULL;
	do {
		if (*s == (char)c)
			found = s;
	} while (*s++);
	return (char *)found;
}
