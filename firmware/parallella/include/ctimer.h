/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The two event counters. They count down, stop at 0 and raise interrupt 3 or 4 there. */
#ifndef CTIMER_H
#define CTIMER_H
#include "core.h"

enum ctimer_event {
	CTIMER_OFF = 0,
	CTIMER_CLK = 1,
	CTIMER_IDLE = 2,
	CTIMER_IALU = 4,
	CTIMER_FPU = 5,
	CTIMER_DUAL = 6,
	CTIMER_E1_STALL = 7,
	CTIMER_RA_STALL = 8,
	CTIMER_LOCAL_FETCH_STALL = 10,
	CTIMER_LOCAL_LOAD_STALL = 11,
	CTIMER_EXT_FETCH_STALL = 12,
	CTIMER_EXT_LOAD_STALL = 13,
	CTIMER_MESH0 = 14,
	CTIMER_MESH1 = 15,
};
#define CTIMER_MAX 0xFFFFFFFFu

static inline void ctimer0_start(uint32_t value, enum ctimer_event event)
{
	uint32_t config = MOVFS(config) & ~(uint32_t)CONFIG_CTIMER0;
	MOVTS(config, config);
	MOVTS(ctimer0, value);
	MOVTS(config, config | (uint32_t)event << 4);
}

static inline uint32_t ctimer0_stop(void)
{
	MOVTS(config, MOVFS(config) & ~(uint32_t)CONFIG_CTIMER0);
	return MOVFS(ctimer0);
}

static inline void ctimer1_start(uint32_t value, enum ctimer_event event)
{
	uint32_t config = MOVFS(config) & ~(uint32_t)CONFIG_CTIMER1;
	MOVTS(config, config);
	MOVTS(ctimer1, value);
	MOVTS(config, config | (uint32_t)event << 8);
}

static inline uint32_t ctimer1_stop(void)
{
	MOVTS(config, MOVFS(config) & ~(uint32_t)CONFIG_CTIMER1);
	return MOVFS(ctimer1);
}

/* Sleeps for about `count` cycles; takes CTIMER0 and its interrupt. */
void sleep_cycles(uint32_t count);

/* Cycles since ctimer0_start(CTIMER_MAX, CTIMER_CLK), for differences. */
static inline uint32_t cycles(void)
{
	return ~MOVFS(ctimer0);
}

static inline void cycles_start(void)
{
	ctimer0_start(CTIMER_MAX, CTIMER_CLK);
}
#endif
