/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef BARELOG_TEXT_H
#define BARELOG_TEXT_H
#include <stdarg.h>
#include <stdint.h>

/* Text by `format` (%d %i %u %x %c %s %%) in `to`, cut where `bytes` end, with a 0 behind it. In the core's own memory: the C
   library's is fetched from outside of the chip. */
void text_of(char *to, uint32_t bytes, const char *format, va_list arguments);
#endif
