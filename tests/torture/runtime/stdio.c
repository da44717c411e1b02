/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "stdio.h"
#include "format.h"
#include "machine.h"
#include "string.h"

struct stream {
	int unused;
};

static FILE console;
FILE *stdin = &console, *stdout = &console, *stderr = &console;

void sink_put(struct sink *to, char c)
{
	if (!to->buffer)
		machine_put(c);
	else if (to->length < to->size)
		to->buffer[to->length] = c;
	to->length++;
}

int vprintf(const char *text, va_list args)
{
	struct sink to = { 0 };
	format(&to, text, args);
	return (int)to.length;
}

int vfprintf(FILE *to, const char *text, va_list args)
{
	(void)to;
	return vprintf(text, args);
}

int vsnprintf(char *buffer, size_t size, const char *text, va_list args)
{
	char none;
	struct sink to = { size ? buffer : &none, size, 0 };
	format(&to, text, args);
	if (size)
		buffer[to.length < size ? to.length : size - 1] = '\0';
	return (int)to.length;
}

int vsprintf(char *buffer, const char *text, va_list args)
{
	/* Every object is smaller than half of the address space. */
	return vsnprintf(buffer, (size_t)-1 / 2, text, args);
}

/* A function with the arguments (..., format, ...) by way of the one with a va_list. */
#define VARIADIC(call)                     \
	va_list args;                      \
	va_start(args, text);              \
	int length = call;                 \
	va_end(args);                      \
	return length

int printf(const char *text, ...)
{
	VARIADIC(vprintf(text, args));
}

int fprintf(FILE *to, const char *text, ...)
{
	VARIADIC(vfprintf(to, text, args));
}

int sprintf(char *buffer, const char *text, ...)
{
	VARIADIC(vsprintf(buffer, text, args));
}

int snprintf(char *buffer, size_t size, const char *text, ...)
{
	VARIADIC(vsnprintf(buffer, size, text, args));
}

int putchar(int c)
{
	machine_put((char)c);
	return (unsigned char)c;
}

int fputc(int c, FILE *to)
{
	(void)to;
	return putchar(c);
}

size_t fwrite(const void *from, size_t size, size_t count, FILE *to)
{
	(void)to;
	for (size_t i = 0; i < size * count; i++)
		machine_put(((const char *)from)[i]);
	return count;
}

int fputs(const char *text, FILE *to)
{
	fwrite(text, 1, strlen(text), to);
	return 0;
}

int puts(const char *text)
{
	fputs(text, stdout);
	return putchar('\n') == '\n' ? 0 : EOF;
}

int fflush(FILE *of)
{
	(void)of;
	return 0;
}
