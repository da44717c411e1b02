/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The string functions that Dhrystone times. The usual C library for bare-metal SPARC (newlib) goes
   word by word where both strings are aligned, so these do too; a byte loop would measure the
   library more than the machine. */
#include <stddef.h>
#include <stdint.h>

typedef uint32_t __attribute__((may_alias)) word;

static int aligned(const void *a, const void *b)
{
	return (((uintptr_t)a | (uintptr_t)b) & 3) == 0;
}

/* Not zero if one of the four bytes is. */
static uint32_t zero_byte(uint32_t w)
{
	return (w - 0x01010101u) & ~w & 0x80808080u;
}

char *strcpy(char *restrict to, const char *restrict from)
{
	char *d = to;
	if (aligned(to, from))
		for (; !zero_byte(*(const word *)(const void *)from); from += 4, d += 4)
			*(word *)(void *)d = *(const word *)(const void *)from;
	while ((*d++ = *from++) != 0)
		;
	return to;
}

int strcmp(const char *a, const char *b)
{
	if (aligned(a, b))
		for (; *(const word *)(const void *)a == *(const word *)(const void *)b; a += 4, b += 4)
			if (zero_byte(*(const word *)(const void *)a))
				return 0;
	for (; *a && *a == *b; a++, b++)
		;
	return (unsigned char)*a - (unsigned char)*b;
}

void *memcpy(void *restrict to, const void *restrict from, size_t bytes)
{
	char *d = to;
	const char *s = from;
	if (aligned(to, from)) {
		word *dw = to;
		const word *sw = from;
		for (; bytes >= 16; bytes -= 16, dw += 4, sw += 4) {
			dw[0] = sw[0];
			dw[1] = sw[1];
			dw[2] = sw[2];
			dw[3] = sw[3];
		}
		for (; bytes >= 4; bytes -= 4)
			*dw++ = *sw++;
		d = (char *)dw;
		s = (const char *)sw;
	}
	while (bytes--)
		*d++ = *s++;
	return to;
}
