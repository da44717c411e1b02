/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Checks of a program of the GR740 that is linked for this board, too: counted, without a console. */
#ifndef CHECK_H
#define CHECK_H
#include <stdint.h>

/* Interrupts, which start.S counts. */
volatile uint32_t ticks;
static int failed;

static inline void check_true(const char *what, int condition)
{
	(void)what;
	failed += !condition;
}

/* 0 if nothing failed. */
static inline int check_result(void)
{
	return failed != 0;
}
#endif
