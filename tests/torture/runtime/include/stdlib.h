/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef STDLIB_H
#define STDLIB_H
#include <stddef.h>
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
void abort(void) __attribute__((noreturn));
void exit(int status) __attribute__((noreturn));
void *malloc(size_t bytes);
void *calloc(size_t count, size_t bytes);
void *realloc(void *block, size_t bytes);
void free(void *block);
int abs(int x);
long labs(long x);
void qsort(void *base, size_t count, size_t bytes, int (*compare)(const void *, const void *));
#endif
