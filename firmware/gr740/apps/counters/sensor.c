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
	for (uint32_t round = 0; round < 2; round++) {
		thsens_start();
		uint32_t status = THSENS_STATUS, second = THSENS_STATUS;
		uint32_t degrees = status & THSENS_STATUS_DATA;
		(void)thsens_fresh();
		uint32_t start = cycles32();
		uint32_t fresh = (uint32_t)thsens_fresh(), cycles = cycles32() - start;
		thsens_stop();
		uint32_t off = THSENS_STATUS;
		check_true("UPD after the first conversion", (status & THSENS_STATUS_UPD) != 0);
		check_range("  degC", degrees, 1, 125);
		check_equal("  smallest", MIN(status), degrees);
		check_equal("  largest", MAX(status), degrees);
		check_equal("  the read has cleared UPD, and nothing else", NO_SCLK(second),
			    degrees << 24 | degrees << 16 | WE | degrees);
		check_range("  degC, by waiting", fresh, degrees - 1, degrees + 1);
		check_range("  from one to the next, us", cycles / CYCLES_PER_US, THSENS_CONVERSION_US - 3,
			    THSENS_CONVERSION_US + 3);
		check_equal("switched off: MIN and MAX are reset, DATA stays", off, 0x007F0000 | fresh);
	}
}
