/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef EXIT_H
#define EXIT_H
#include <stdint.h>
/* Ends the whole run with this status; waits for the console first. */
void exit(int status) __attribute__((noreturn));
/* A14 and DEBUG. A14 = 0x900D means status 0. */
void machine_exit(uint32_t a14) __attribute__((noreturn));
#endif
