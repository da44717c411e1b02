/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Every event of CTIMER0 and CTIMER1, caused a known number of times. Core 0 counts; core 1 makes traffic, if it
   runs. */
#include "check.h"
#include "kernels.h"

int main(void)
{
	uint32_t self = core_number();
	if (self > 1)
		return 0;
	uint32_t missed = registers_missed();
	if (self == 1) {
		make_traffic(missed);
		return 0;
	}
	check_equal("values that registers did not hold", missed, 0);
	int both = neighbour_runs();
	check_code();
	check_timers();
	if (both)
		check_traffic();
	return check_result();
}
