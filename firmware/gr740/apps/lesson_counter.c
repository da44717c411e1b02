/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* For a lesson: counts the loads of a loop with L4STAT, and makes one of three mistakes, each of which a word
   switches on: the counter begins near its end, lets user mode only through, or is enabled late. */
#include "irqamp.h"
#include "l4stat.h"
#include "printf.h"
#include "regs.h"

#define LOADS 1000u

volatile uint32_t counter_begins_at __attribute__((section(".data"))) = 0xffffff00u; /* 0: as it should */
volatile uint32_t user_mode_only __attribute__((section(".data"))) = 0;              /* 0: as it should */
volatile uint32_t enabled_after __attribute__((section(".data"))) = 0;               /* loads that are made before; 0: as it should */

static uint32_t data[8];

__attribute__((noinline)) static void work(uint32_t loads)
{
	volatile uint32_t *p = data;
	for (uint32_t i = 0; i < loads; i++)
		(void)p[i & 7u];
}

int main(void)
{
	l4stat_init();
	int options = user_mode_only ? L4STAT_OPTIONS_USER_MODE_FILTER : L4STAT_OPTIONS_NO_FILTER;
	uint32_t late = enabled_after, begin = counter_begins_at;
	l4stat_counter_enable(0, L4STAT_LOAD, (int)cpu_index(), options);
	if (late)
		l4stat_counter_disable(0);
	l4stat_counter_clear(0);
	if (begin)
		l4stat_counter_set(0, begin);
	work(late);
	if (late)
		L4STAT_CCTRL(0) |= L4STAT_EN;
	work(LOADS - late);
	uint32_t shown = 0;
	l4stat_counter_get(0, &shown);
	l4stat_counter_disable(0);
	printf("loads of a loop of %u: %u\n", LOADS, shown);
	return 0;
}
