/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Validation of what measures: L4STAT, timers, time stamps, temperature sensor and
   the up-counters of all cores. First every register holds what is written and
   nothing else, then it counts what it says. `trueboard mutate` says which
   defects of these registers this program notices. */
#include "check.h"
#include "counters.h"
#include "printf.h"

uint32_t holds(volatile uint32_t *at, uint32_t mask)
{
	/* Each bit has both values, and no two patterns in a row agree in a byte. */
	static const uint32_t patterns[PATTERNS] = {
		0x5A3CA5C3, 0xA5C35A3C, 0xFFFFFFFF, 0x0F0F1E1E, 0xF0E0C0A0, 0,
	};
	uint32_t good = 0;
	for (uint32_t i = 0; i < PATTERNS; i++) {
		*at = patterns[i] & mask;
		good += *at == (patterns[i] & mask);
	}
	return good;
}

int main(void)
{
	printf("Counters and clocks\n");
	test_status_after_reset();
	test_timers();
	test_l4stat_registers();
	test_l4stat_counts();
	test_stamps();
	test_up_counters();
	test_sensor();
	return check_result();
}
