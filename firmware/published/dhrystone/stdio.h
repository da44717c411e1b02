/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The part of <stdio.h> and <string.h> that Dhrystone uses. */
#ifndef STDIO_H
#define STDIO_H
int printf(const char *format, ...);
/* Answers the one question the program asks: how many runs. */
int scanf(const char *format, ...);
char *strcpy(char *to, const char *from);
int strcmp(const char *a, const char *b);
#endif
