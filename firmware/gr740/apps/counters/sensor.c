/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The temperature sensor: what its registers hold, and that smallest, largest and
   last temperature are one and the same after the first conversion. */
#include "check.h"
#include "counters.h"
#include "gptimer.h"
#include "thsens.h"

#define MIN(status) ((status) >> 16 & 0x7F)
#define MAX(status) ((status) >> 24 & 0x7F)
#define WE (1u << 10)
#define NO_SCLK(status) ((status) & ~(1u << 15))
#define ALACT (1u << 8)

void test_sensor(void)
{
	/* Never clock, reset and power together: it does not convert meanwhile. */
	static const uint32_t patterns[] = { 0x02AA00D5, 0x0155012A, 0x03FF01FD, 0x000001FE, 0 };
	uint32_t good = 0;
	check_equal("sensor: STATUS after reset", THSENS_STATUS, 0x007F0000);
	for (uint32_t i = 0; i < 5; i++) {
		THSENS_CTRL = patterns[i];
		good += THSENS_CTRL == patterns[i];
	}
	check_equal("CTRL holds what is written", good, 5);
	uint32_t first = 0;
	for (uint32_t round = 0; round < 2; round++) {
		thsens_start();
		uint32_t status = THSENS_STATUS;
		check_true("UPD after the first conversion", (status & THSENS_STATUS_UPD) != 0);
		check_range("  degC", status & THSENS_STATUS_DATA, 1, 125);
		check_equal("  smallest", MIN(status), status & THSENS_STATUS_DATA);
		check_equal("  largest", MAX(status), status & THSENS_STATUS_DATA);
		first = status & THSENS_STATUS_DATA;
		status = THSENS_STATUS;
		check_equal("  the read has cleared UPD, and nothing else", NO_SCLK(status),
			    first << 24 | first << 16 | WE | first);
		uint32_t start = cycles32();
		while (!(THSENS_STATUS & THSENS_STATUS_UPD))
			if (cycles32() - start > 1000000)
				break;
		start = cycles32();
		uint32_t fresh = (uint32_t)thsens_fresh();
		check_range("  degC, by waiting", fresh, first - 1, first + 1);
		check_range("  from one to the next, us", (cycles32() - start) / CYCLES_PER_US,
			    THSENS_CONVERSION_US - 3, THSENS_CONVERSION_US + 3);
		thsens_stop();
		status = THSENS_STATUS;
		check_equal("switched off: MIN and MAX are reset, DATA stays", status, 0x007F0000 | fresh);
	}
}
