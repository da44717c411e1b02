/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Names of a newer C library that the module wants, on one that has only the older ones (Debian 12). */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

unsigned long __isoc23_strtoul(const char *s, char **end, int base)
{
	return strtoul(s, end, base);
}

long __isoc23_strtol(const char *s, char **end, int base)
{
	return strtol(s, end, base);
}

unsigned long long __isoc23_strtoull(const char *s, char **end, int base)
{
	return strtoull(s, end, base);
}

long long __isoc23_strtoll(const char *s, char **end, int base)
{
	return strtoll(s, end, base);
}

int __isoc23_sscanf(const char *s, const char *format, ...)
{
	va_list to;
	va_start(to, format);
	int n = vsscanf(s, format, to);
	va_end(to);
	return n;
}
