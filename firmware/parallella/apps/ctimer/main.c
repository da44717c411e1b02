/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Every event of CTIMER0 and CTIMER1, caused a known number of times. Core 0 counts; core 1 makes traffic. */
#include "check.h"
#include "kernels.h"

int main(void)
{
	uint32_t self = core_number();
	if (self == 1)
		make_traffic();
	if (self)
		return 0;
	check_code();
	check_timers();
	check_traffic();
	return check_result();
}
