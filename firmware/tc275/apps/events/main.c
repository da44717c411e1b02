/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Performance counters of a TC1.6E (cpu0) and a TC1.6P (cpu1): counts that the code fixes by construction. */
#include "check.h"
#include "events.h"
#include "smp.h"

uint8_t lmu_area[LMU_BYTES] IN_LMU __attribute__((aligned(4096)));
static uint32_t own0[16] IN_DSPR_BSS(0), own1[16] IN_DSPR_BSS(1);
static volatile uint32_t turn;

void main_cpu1(void)
{
	while (turn != 1)
		;
	test_common("cpu1, TC1.6P", own1);
	test_superscalar();
	test_data_cache();
	test_program_cache();
	test_registers();
	turn = 2;
}

int main(void)
{
	test_common("cpu0, TC1.6E", own0);
	test_scalar(own0);
	test_read_buffer();
	test_program_cache();
	test_registers();
	dsync();
	turn = 1;
	while (turn != 2)
		;
	return check_result();
}
