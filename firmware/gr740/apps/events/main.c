/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Each event of L4STAT (UM 2.9 ch. 35), caused a known number of times and
   counted; then the counters' modes. Runs on cpu0, the others asleep. */
#include "check.h"
#include "events.h"
#include "l4stat.h"
#include "printf.h"
#include "regs.h"

int main(void)
{
	l4stat_init();
	printf("L4STAT: %u CPUs, %u counters, CCTRL %08x\n", L4STAT_NCPU(L4STAT_CCTRL(0)) + 1,
	       L4STAT_NCNT(L4STAT_CCTRL(0)) + 1, L4STAT_CCTRL(0));
	check_equal("CCTRL after reset", L4STAT_CCTRL(0), 0x37FC0000);
	printf("event                             measured  expected\n");
	test_table();
	test_tlb();
	printf("modes\n");
	test_modes();
	printf("other cores and masters\n");
	test_cores();
	return check_result();
}
