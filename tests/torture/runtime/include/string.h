/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef STRING_H
#define STRING_H
#include <stddef.h>
void *memchr(const void *s, int c, size_t bytes);
int memcmp(const void *a, const void *b, size_t bytes);
void *memcpy(void *__restrict to, const void *__restrict from, size_t bytes);
void *memmove(void *to, const void *from, size_t bytes);
void *memset(void *to, int value, size_t bytes);
char *strcat(char *__restrict to, const char *__restrict from);
char *strchr(const char *s, int c);
int strcmp(const char *a, const char *b);
char *strcpy(char *__restrict to, const char *__restrict from);
size_t strlen(const char *s);
int strncmp(const char *a, const char *b, size_t bytes);
char *strncpy(char *__restrict to, const char *__restrict from, size_t bytes);
char *strrchr(const char *s, int c);
#endif
