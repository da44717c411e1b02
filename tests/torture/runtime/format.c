/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "format.h"
#include "string.h"
#include <stdint.h>

struct field {
	int left, zero, plus, space, alternate;
	int width;
	int precision; /* -1: none given */
	int size;      /* of the integer argument in bytes */
};

static void pad(struct sink *to, char c, int count)
{
	while (count-- > 0)
		sink_put(to, c);
}

/* prefix, zeros and text, filled up to the field's width. */
static void put_field(struct sink *to, const struct field *f, const char *prefix, int zeros,
		      const char *text, int length)
{
	int fill = f->width - (int)strlen(prefix) - zeros - length;
	if (!f->left)
		pad(to, ' ', fill);
	for (; *prefix; prefix++)
		sink_put(to, *prefix);
	pad(to, '0', zeros);
	for (int i = 0; i < length; i++)
		sink_put(to, text[i]);
	if (f->left)
		pad(to, ' ', fill);
}

/* The digits of a value end before end; the address of the first. */
static char *digits(char *end, uint64_t value, unsigned base, char ten)
{
	for (; value; value /= base) {
		unsigned d = value % base;
		*--end = (char)(d < 10 ? '0' + d : ten + d - 10);
	}
	return end;
}

static const char *sign(const struct field *f, int negative)
{
	return negative ? "-" : f->plus ? "+" : f->space ? " " : "";
}

static void put_integer(struct sink *to, const struct field *f, uint64_t value, unsigned base,
			char ten, const char *prefix)
{
	char text[24], *end = text + sizeof text, *first = digits(end, value, base, ten);
	int length = (int)(end - first), least = f->precision;
	if (least < 0) {
		least = 1;
		if (f->zero && !f->left)
			least = f->width - (int)strlen(prefix);
	}
	if (base == 8 && f->alternate && least <= length)
		least = length + 1;
	put_field(to, f, prefix, least > length ? least - length : 0, first, length);
}

static void put_double(struct sink *to, const struct field *f, double value, int general)
{
	int negative = __builtin_signbit(value), places = f->precision < 0 ? 6 : f->precision;
	char text[48], *end = text + sizeof text, *first;
	if (negative)
		value = -value;
	if (general) { /* significant digits, not places */
		int whole = 0;
		for (double v = value; v >= 1 || (v == 0 && !whole); v /= 10)
			whole++;
		places = places > whole ? places - whole : 0;
	}
	uint64_t whole = (uint64_t)value, scale = 1;
	for (int i = 0; i < places; i++)
		scale *= 10;
	double scaled = (value - (double)whole) * (double)scale;
	uint64_t part = (uint64_t)scaled;
	double rest = scaled - (double)part;
	if (rest > 0.5 || (rest == 0.5 && ((places ? part : whole) & 1)))
		part++;
	if (part >= scale) {
		part -= scale;
		whole++;
	}
	if (general)
		for (; places && part % 10 == 0; places--)
			part /= 10;
	char *point = end - places;
	first = digits(end, part, 10, 'a');
	while (first > point)
		*--first = '0';
	if (places)
		*--first = '.';
	point = first;
	first = digits(first, whole, 10, 'a');
	if (first == point)
		*--first = '0';
	put_field(to, f, sign(f, negative), 0, first, (int)(end - first));
}

static uint64_t next_unsigned(va_list *args, int size)
{
	uint64_t v = size == 8 ? va_arg(*args, uint64_t) : va_arg(*args, unsigned);
	return size < 4 ? v & ((1u << 8 * size) - 1) : v;
}

static void put_signed(struct sink *to, const struct field *f, va_list *args)
{
	int unused = 64 - 8 * f->size;
	int64_t v = (int64_t)(next_unsigned(args, f->size) << unused) >> unused;
	uint64_t magnitude = v < 0 ? -(uint64_t)v : (uint64_t)v;
	put_integer(to, f, magnitude, 10, 'a', sign(f, v < 0));
}

static void put_text(struct sink *to, const struct field *f, const char *text)
{
	int length = 0;
	while (length != f->precision && text[length])
		length++;
	put_field(to, f, "", 0, text, length);
}

static const char *number(const char *s, int *value, va_list *args)
{
	if (*s == '*') {
		*value = va_arg(*args, int);
		return s + 1;
	}
	for (*value = 0; *s >= '0' && *s <= '9'; s++)
		*value = *value * 10 + (*s - '0');
	return s;
}

static const char *flags(const char *s, struct field *f)
{
	for (;; s++)
		switch (*s) {
		case '-': f->left = 1; break;
		case '0': f->zero = 1; break;
		case '+': f->plus = 1; break;
		case ' ': f->space = 1; break;
		case '#': f->alternate = 1; break;
		default: return s;
		}
}

static const char *length(const char *s, struct field *f)
{
	f->size = sizeof(int);
	for (;; s++)
		switch (*s) {
		case 'h': f->size /= 2; break;
		case 'l': f->size = f->size == sizeof(int) && s[1] != 'l' ? sizeof(long) : 8; break;
		case 'j': f->size = sizeof(intmax_t); break;
		case 't':
		case 'z': f->size = sizeof(size_t); break;
		default: return s;
		}
}

static void convert(struct sink *to, char how, const struct field *f, va_list *args)
{
	switch (how) {
	case 'd':
	case 'i':
		put_signed(to, f, args);
		break;
	case 'u':
		put_integer(to, f, next_unsigned(args, f->size), 10, 'a', "");
		break;
	case 'o':
		put_integer(to, f, next_unsigned(args, f->size), 8, 'a', "");
		break;
	case 'x':
	case 'X': {
		uint64_t v = next_unsigned(args, f->size);
		const char *prefix = !f->alternate || !v ? "" : how == 'x' ? "0x" : "0X";
		put_integer(to, f, v, 16, how == 'x' ? 'a' : 'A', prefix);
		break;
	}
	case 'p':
		put_integer(to, f, (uintptr_t)va_arg(*args, void *), 16, 'a', "0x");
		break;
	case 'c': {
		char c = (char)va_arg(*args, int);
		put_field(to, f, "", 0, &c, 1);
		break;
	}
	case 's':
		put_text(to, f, va_arg(*args, const char *));
		break;
	case 'f':
	case 'g':
		put_double(to, f, va_arg(*args, double), how == 'g');
		break;
	default: /* %%, and what this file does not know */
		sink_put(to, how);
		break;
	}
}

void format(struct sink *to, const char *text, va_list args)
{
	va_list rest;
	va_copy(rest, args);
	for (; *text; text++) {
		if (*text != '%') {
			sink_put(to, *text);
			continue;
		}
		struct field f = { .precision = -1 };
		text = number(flags(text + 1, &f), &f.width, &rest);
		if (*text == '.')
			text = number(text + 1, &f.precision, &rest);
		text = length(text, &f);
		convert(to, *text, &f, &rest);
	}
	va_end(rest);
}
