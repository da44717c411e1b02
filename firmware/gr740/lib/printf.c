/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "printf.h"
#include "smp.h"
#include "string.h"
#include "uart.h"
#include <stdarg.h>
#include <stdint.h>

struct field {
	int width;
	int precision; /* -1: none given */
	int left;
	char pad;
};

static spinlock_t console_lock;

static void put(char c)
{
	if (c == '\n')
		uart_putc('\r');
	uart_putc(c);
}

void puts_raw(const char *text)
{
	while (*text)
		put(*text++);
}

/* Digits of `value`, last one first; returns how many. Division by ten in
   32-bit steps keeps the 64-bit divide of libgcc out of small images. */
static int digits(char *to, uint64_t value, unsigned base, int upper)
{
	const char *set = upper ? "0123456789ABCDEF" : "0123456789abcdef";
	int n = 0;
	while (value >> 32) {
		if (base == 16) {
			to[n++] = set[value & 15];
			value >>= 4;
		} else {
			to[n++] = set[value % base];
			value /= base;
		}
	}
	uint32_t low = (uint32_t)value;
	do {
		to[n++] = set[low % base];
		low /= base;
	} while (low);
	return n;
}

static int emit(const char *text, int length, const char *prefix, struct field f)
{
	int total = length + (int)strlen(prefix);
	int fill = f.width > total ? f.width - total : 0;
	int n = fill;
	if (!f.left && f.pad == ' ')
		while (n-- > 0)
			put(' ');
	for (; *prefix; prefix++)
		put(*prefix);
	if (!f.left && f.pad == '0')
		while (n-- > 0)
			put('0');
	for (int i = 0; i < length; i++)
		put(text[i]);
	if (f.left)
		while (n-- > 0)
			put(' ');
	return total + fill;
}

static int emit_number(uint64_t value, int negative, unsigned base, int upper, struct field f)
{
	char backwards[24], text[24];
	int n = digits(backwards, value, base, upper);
	for (int i = 0; i < n; i++)
		text[i] = backwards[n - 1 - i];
	return emit(text, n, negative ? "-" : "", f);
}

static int emit_double(double value, struct field f)
{
	char text[40], backwards[24];
	int precision = f.precision < 0 ? 6 : f.precision > 9 ? 9 : f.precision;
	int negative = value < 0;
	if (value != value)
		return emit("nan", 3, "", f);
	if (negative)
		value = -value;
	if (value >= 9.2e18)
		return emit("big", 3, negative ? "-" : "", f);
	uint32_t scale = 1;
	for (int i = 0; i < precision; i++)
		scale *= 10;
	uint64_t whole = (uint64_t)value;
	uint32_t part = (uint32_t)((value - (double)whole) * scale + 0.5);
	if (part >= scale) { /* .9996 at three places carries */
		part -= scale;
		whole++;
	}
	int n = digits(backwards, whole, 10, 0), length = 0;
	while (n > 0)
		text[length++] = backwards[--n];
	if (precision > 0) {
		text[length++] = '.';
		n = digits(backwards, part, 10, 0);
		for (int i = n; i < precision; i++)
			text[length++] = '0';
		while (n > 0)
			text[length++] = backwards[--n];
	}
	return emit(text, length, negative ? "-" : "", f);
}

static int vprintf_locked(const char *s, va_list args)
{
	int total = 0;
	for (; *s; s++) {
		if (*s != '%') {
			put(*s);
			total++;
			continue;
		}
		struct field f = { 0, -1, 0, ' ' };
		int longs = 0;
		s++;
		for (; *s == '-' || *s == '0'; s++) {
			if (*s == '-')
				f.left = 1;
			else
				f.pad = '0';
		}
		if (*s == '*') {
			f.width = va_arg(args, int);
			s++;
		}
		for (; *s >= '0' && *s <= '9'; s++)
			f.width = f.width * 10 + (*s - '0');
		if (*s == '.') {
			f.precision = 0;
			for (s++; *s >= '0' && *s <= '9'; s++)
				f.precision = f.precision * 10 + (*s - '0');
		}
		for (; *s == 'l'; s++)
			longs++;
		switch (*s) {
		case 'd': {
			int64_t v = longs > 1 ? va_arg(args, long long) : va_arg(args, int);
			total += emit_number(v < 0 ? -(uint64_t)v : (uint64_t)v, v < 0, 10, 0, f);
			break;
		}
		case 'u':
		case 'x':
		case 'X': {
			uint64_t v = longs > 1 ? va_arg(args, unsigned long long) : va_arg(args, unsigned);
			total += emit_number(v, 0, *s == 'u' ? 10 : 16, *s == 'X', f);
			break;
		}
		case 'p':
			f.pad = '0';
			f.width = 8;
			total += emit_number((uintptr_t)va_arg(args, void *), 0, 16, 0, f);
			break;
		case 'c': {
			char c = (char)va_arg(args, int);
			total += emit(&c, 1, "", f);
			break;
		}
		case 's': {
			const char *text = va_arg(args, const char *);
			int length = (int)strlen(text);
			if (f.precision >= 0 && f.precision < length)
				length = f.precision;
			f.pad = ' ';
			total += emit(text, length, "", f);
			break;
		}
		case 'f':
			total += emit_double(va_arg(args, double), f);
			break;
		case '%':
			put('%');
			total++;
			break;
		default: /* a format this file does not know: show it */
			put('%');
			put(*s);
			total += 2;
			break;
		}
	}
	return total;
}

int printf(const char *format, ...)
{
	va_list args;
	va_start(args, format);
	spin_lock(&console_lock);
	int n = vprintf_locked(format, args);
	spin_unlock(&console_lock);
	va_end(args);
	return n;
}
