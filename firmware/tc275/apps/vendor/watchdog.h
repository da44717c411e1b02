/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Watchdog registers as structures of bit fields, as vendor headers have them. */
#ifndef WATCHDOG_H
#define WATCHDOG_H
#include "regs.h"

struct watchdog {
	union {
		volatile uint32_t u;
		struct {
			volatile uint32_t endinit : 1, lck : 1, pw : 14, rel : 16;
		} b;
	} con0;
	union {
		volatile uint32_t u;
		struct {
			volatile uint32_t : 2, ir0 : 1, dr : 1, : 28;
		} b;
	} con1;
	volatile uint32_t sr;
};

#define WDTS ((struct watchdog *)SCU_WDTS_CON0)
#define WDTCPU ((struct watchdog *)SCU_WDTCPU0_CON0)

/* Inlined: used before there is a stack or a context list. */
static inline __attribute__((always_inline)) uint32_t watchdog_password(struct watchdog *w)
{
	return w->con0.b.pw ^ 0x3F;
}

static inline __attribute__((always_inline)) void endinit_write(struct watchdog *w, uint32_t password,
								uint32_t endinit)
{
	uint32_t rel = w->con0.u & 0xFFFF0000u;
	if (w->con0.b.lck)
		w->con0.u = rel | password << 2 | 1;
	w->con0.u = rel | password << 2 | 2 | endinit;
	while (w->con0.b.endinit != endinit)
		;
}

/* With its ENDINIT open. */
static inline __attribute__((always_inline)) void watchdog_disable(struct watchdog *w)
{
	w->con1.b.dr = 1;
}
#endif
