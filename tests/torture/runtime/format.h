/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef FORMAT_H
#define FORMAT_H
#include <stdarg.h>
#include <stddef.h>
/* Where formatted text goes: a buffer of this size, or the console if there is none. */
struct sink {
	char *buffer;
	size_t size;
	size_t length; /* of the whole text, also of what did not fit */
};
void sink_put(struct sink *to, char c);
/* %d %i %u %o %x %X %c %s %p %% with their flags, widths, precisions and lengths; %f and %g for
   magnitudes that fit 64 bits, %g without exponents. */
void format(struct sink *to, const char *text, va_list args);
#endif
