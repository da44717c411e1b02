/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The clock that a published program times itself with: counts up, CLOCK_HZ is given by the
   Makefile for each board. */
#ifndef CLOCK_H
#define CLOCK_H
#include <stdint.h>
uint32_t clock_now(void);
#endif
