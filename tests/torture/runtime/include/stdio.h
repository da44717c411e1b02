/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Output only: every stream is the console, and there are no files. */
#ifndef STDIO_H
#define STDIO_H
#include <stdarg.h>
#include <stddef.h>
#define EOF (-1)
typedef struct stream FILE;
extern FILE *stdin, *stdout, *stderr;
int printf(const char *format, ...);
int vprintf(const char *format, va_list args);
int fprintf(FILE *to, const char *format, ...);
int vfprintf(FILE *to, const char *format, va_list args);
int sprintf(char *to, const char *format, ...);
int vsprintf(char *to, const char *format, va_list args);
int snprintf(char *to, size_t size, const char *format, ...);
int vsnprintf(char *to, size_t size, const char *format, va_list args);
int puts(const char *text);
int putchar(int c);
int fputc(int c, FILE *to);
int fputs(const char *text, FILE *to);
size_t fwrite(const void *from, size_t size, size_t count, FILE *to);
int fflush(FILE *of);
#endif
