/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef SETJMP_H
#define SETJMP_H
/* As many words as any target's setjmp.S stores. */
typedef unsigned jmp_buf[32];
int setjmp(jmp_buf to) __attribute__((returns_twice));
void longjmp(jmp_buf to, int value) __attribute__((noreturn));
#endif
