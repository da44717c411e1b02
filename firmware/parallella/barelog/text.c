/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "text.h"

/* Digits of `value` at the end of ten places; the first of them. A core divides by calling libgcc, so tens are a
   multiplication by the reciprocal: exact for 32 bits. */
static char *digits(char *end, uint32_t value, uint32_t base)
{
	do {
		uint32_t rest = base == 16 ? value >> 4 : (uint32_t)(((uint64_t)value * 0xCCCCCCCDu) >> 35);
		*--end = "0123456789abcdef"[value - rest * base];
		value = rest;
	} while (value);
	return end;
}

void text_of(char *to, uint32_t bytes, const char *format, va_list arguments)
{
	char *end = to + bytes - 1;
	for (; *format && to < end; format++) {
		if (*format != '%') {
			*to++ = *format;
			continue;
		}
		char place[11] = { 0 };
		char *number = place + 10;
		const char *text = number;
		switch (*++format) {
		case 'd':
		case 'i': {
			int32_t value = va_arg(arguments, int32_t);
			number = digits(number, value < 0 ? -(uint32_t)value : (uint32_t)value, 10);
			if (value < 0)
				*to++ = '-';
			text = number;
			break;
		}
		case 'u':
			text = digits(number, va_arg(arguments, uint32_t), 10);
			break;
		case 'x':
			text = digits(number, va_arg(arguments, uint32_t), 16);
			break;
		case 'c':
			*--number = (char)va_arg(arguments, int);
			text = number;
			break;
		case 's':
			text = va_arg(arguments, const char *);
			break;
		case '\0':
			format--;
			continue;
		default:
			*--number = *format;
			text = number;
		}
		while (*text && to < end)
			*to++ = *text++;
	}
	*to = '\0';
}
