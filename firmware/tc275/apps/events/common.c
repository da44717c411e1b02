/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What both core types count alike. */
#include "check.h"
#include "events.h"
#include "printf.h"

#define BRANCHES (CCTRL_M1(M1_TOTAL_BRANCH) | CCTRL_M2(M2_PMEM_STALL) | CCTRL_M3(M3_DMEM_STALL))
#define STALLS (CCTRL_M1(M1_IP_DISPATCH_STALL) | CCTRL_M2(M2_LS_DISPATCH_STALL) | CCTRL_M3(M3_LP_DISPATCH_STALL))
#define REMOTE_STALL 5 /* of a load from another core's DSPR, TC27x User's Manual table 2-16 */

static uint32_t dspr2_word[8] IN_DSPR_BSS(2);

void test_common(const char *core, uint32_t *own)
{
	printf("%s\n", core);
	struct counts c = count(BRANCHES, kernel_nops_100, own);
	check_equal("ICNT: 100 NOPs", c.icnt, 100);
	check_equal("TOTAL_BRANCH: none in them", c.m1, 0);
	check_equal("PMEM_STALL: code in the program cache", c.m2, 0);
	check_equal("DMEM_STALL: no data", c.m3, 0);
	check_range("CCNT: 100 dependent additions", count(BRANCHES, kernel_chain_100, own).ccnt, 100, 102);
	check_equal("TOTAL_BRANCH: 50 jumps", count(BRANCHES, kernel_jumps_50, own).m1, 50);
	check_equal("TOTAL_BRANCH: 20 branches not taken", count(BRANCHES, kernel_not_taken_20, own).m1, 20);
	c = count(BRANCHES, kernel_loop_30, own);
	check_equal("TOTAL_BRANCH: LOOP, 30 times", c.m1, 30);
	check_equal("ICNT: LOOP counts as an instruction", c.icnt, 62);
	check_equal("TOTAL_BRANCH: 10 calls and returns", count(BRANCHES, kernel_calls_10, own).m1, 20);
	check_equal("DMEM_STALL: 32 loads, own DSPR", count(BRANCHES, kernel_loads_32, own).m3, 0);
	check_equal("DMEM_STALL: 32 stores, own DSPR", count(BRANCHES, kernel_stores_32, own).m3, 0);
	check_equal("DMEM_STALL: 32 loads, other DSPR", count(BRANCHES, kernel_loads_32, dspr2_word).m3,
		    32 * REMOTE_STALL);

	c = count(STALLS, kernel_multiply_use_16, own);
	check_equal("IP_DISPATCH_STALL: 16 products used at once", c.m1, 16);
	check_equal("LS_DISPATCH_STALL: none in them", c.m2, 0);
	c = count(STALLS, kernel_pointers_16, own);
	check_equal("LS_DISPATCH_STALL: 16 pointers used at once", c.m2, 32);
	check_equal("LP_DISPATCH_STALL: none", c.m3, 0);
}

void test_registers(void)
{
	counters_clear();
	MTCR(CSFR_ICNT, 1234);
	MTCR(CSFR_CCNT, 5678);
	check_equal("a counter that stands keeps what is written", MFCR(CSFR_ICNT) + MFCR(CSFR_CCNT), 6912);
	MTCR(CSFR_CCNT, COUNTER_VALUE - 10);
	counters_start(0);
	for (int i = 0; i < 20; i++)
		nop();
	counters_stop();
	check_true("CCNT wraps and says so (SOvf)", (MFCR(CSFR_CCNT) & COUNTER_SOVF) != 0);
	check_true("and goes on from 0", (MFCR(CSFR_CCNT) & COUNTER_VALUE) < 1000);
	counters_start(0);
	nop();
	counters_stop();
	check_true("SOvf stays", (MFCR(CSFR_CCNT) & COUNTER_SOVF) != 0);
	MTCR(CSFR_CCNT, 0);
	check_equal("until the counter is written", MFCR(CSFR_CCNT), 0);
}
