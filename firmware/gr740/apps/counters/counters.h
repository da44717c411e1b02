/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Parts of the validation of counters and clocks. Each takes the registers as
   they are after reset, so the order in main.c matters. */
#ifndef COUNTERS_H
#define COUNTERS_H
#include "regs.h"

/* Stores each pattern in a register that holds `mask`, reads it back, and
   returns how often it was the same; PATTERNS if always. The last is 0. */
#define PATTERNS 6
uint32_t holds(volatile uint32_t *at, uint32_t mask);

void test_status_after_reset(void);
void test_timers(void);
void test_l4stat_registers(void);
void test_l4stat_counts(void);
void test_sensor(void);
void test_stamps(void);
void test_up_counters(void);

/* Lets timer 1 of `unit` underflow in `ticks` ticks of a prescaler of eleven
   cycles, once, and waits for it; its interrupt line is the answer. */
uint32_t timer_fires(uint32_t unit, uint32_t ticks);
#endif
