/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The DMA engines of core 0: shapes of transfers, chains, messages, interrupts, rates. */
#include "check.h"
#include "dma_tests.h"

int main(void)
{
	if (core_number() == 1) {
		receive_message();
		return 0;
	}
	if (core_number())
		return 0;
	test_shapes();
	test_ends();
	measure_rates();
	return check_result();
}
