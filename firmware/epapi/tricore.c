/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Back end over the counters of a TriCore TC1.6P or TC1.6E core. Counter 0 is CCNT, 1 ICNT, 2 to 4 are
 * M1CNT to M3CNT, of which each can count its own events only (TC27x User's Manual, CPU chapter, performance
 * counter registers). PAPI_start and PAPI_stop are in tricore_start.S.
 *
 * Counts have 31 bits and a sticky overflow, taken as a 32nd: right up to 2^32 - 1. */
#include "backend.h"
#include "counters.h"
#include "stm.h"
#include <stddef.h>

#define CYCLES { 1 << 0, 0 }
#define INSTRUCTIONS { 1 << 1, 0 }
#define M1(event) { 1 << 2, event }
#define M2(event) { 1 << 3, event }
#define M3(event) { 1 << 4, event }

#define ICACHE_HIT M1(M1_PCACHE_HIT)
#define ICACHE_MISS M2(M2_PCACHE_MISS)
#define DCACHE_HIT M1(M1_DCACHE_HIT)
/* On a TC1.6E these are the hits and misses of the data read buffer, and M3 counts nothing. */
#define DCACHE_MISS M2(M2_DCACHE_MISS_CLEAN), M3(M3_DCACHE_MISS_DIRTY)

const struct epapi_preset epapi_presets[] = {
	{ PAPI_TOT_CYC, "PAPI_TOT_CYC", 1, { CYCLES } },
	{ PAPI_TOT_INS, "PAPI_TOT_INS", 1, { INSTRUCTIONS } },
	{ PAPI_BR_INS, "PAPI_BR_INS", 1, { M1(M1_TOTAL_BRANCH) } },
	{ PAPI_MEM_SCY, "PAPI_MEM_SCY", 2, { M2(M2_PMEM_STALL), M3(M3_DMEM_STALL) } },
	{ PAPI_L1_DCH, "PAPI_L1_DCH", 1, { DCACHE_HIT } },
	{ PAPI_L1_DCM, "PAPI_L1_DCM", 2, { DCACHE_MISS } },
	{ PAPI_L1_DCA, "PAPI_L1_DCA", 3, { DCACHE_HIT, DCACHE_MISS } },
	{ PAPI_L1_ICH, "PAPI_L1_ICH", 1, { ICACHE_HIT } },
	{ PAPI_L1_ICM, "PAPI_L1_ICM", 1, { ICACHE_MISS } },
	{ PAPI_L1_ICA, "PAPI_L1_ICA", 2, { ICACHE_HIT, ICACHE_MISS } },
	{ PAPI_L1_ICR, "PAPI_L1_ICR", 2, { ICACHE_HIT, ICACHE_MISS } },
	{ EPAPI_DMEM_STL, "DMEM_STL", 1, { M3(M3_DMEM_STALL) } },
	{ EPAPI_PMEM_STL, "PMEM_STL", 1, { M2(M2_PMEM_STALL) } },
	{ EPAPI_MULTI_ISSUE, "MULTI_ISSUE", 1, { M3(M3_MULTI_ISSUE) } },
	{ EPAPI_IPDISP_STL, "IPDISP_STL", 1, { M1(M1_IP_DISPATCH_STALL) } },
	{ EPAPI_LSDISP_STL, "LSDISP_STL", 1, { M2(M2_LS_DISPATCH_STALL) } },
	{ EPAPI_LPDISP_STL, "LPDISP_STL", 1, { M3(M3_LP_DISPATCH_STALL) } },
	/* For EPAPI_repeat: both caches need the same counters. */
	{ PAPI_L1_TCH, "PAPI_L1_TCH", 2, { ICACHE_HIT, DCACHE_HIT } },
	{ PAPI_L1_TCM, "PAPI_L1_TCM", 3, { ICACHE_MISS, DCACHE_MISS } },
	{ PAPI_L1_TCA, "PAPI_L1_TCA", 5, { ICACHE_HIT, ICACHE_MISS, DCACHE_HIT, DCACHE_MISS } },
};
const unsigned int epapi_preset_count = sizeof epapi_presets / sizeof epapi_presets[0];
const uint32_t epapi_hz = CPU_HZ;

unsigned int epapi_core(void)
{
	return core_index();
}

void epapi_clear(const struct epapi_plan *plan)
{
	(void)plan;
	MTCR(CSFR_CCNT, 0);
	MTCR(CSFR_ICNT, 0);
	MTCR(CSFR_M1CNT, 0);
	MTCR(CSFR_M2CNT, 0);
	MTCR(CSFR_M3CNT, 0);
}

uint32_t epapi_arm(const struct epapi_plan *plan)
{
	counters_stop();
	epapi_clear(plan);
	return CCTRL_CE | CCTRL_M1(plan->selection[2]) | CCTRL_M2(plan->selection[3]) |
	       CCTRL_M3(plan->selection[4]);
}

uint32_t epapi_counter(unsigned int counter)
{
	switch (counter) {
	case 0:
		return MFCR(CSFR_CCNT);
	case 1:
		return MFCR(CSFR_ICNT);
	case 2:
		return MFCR(CSFR_M1CNT);
	case 3:
		return MFCR(CSFR_M2CNT);
	default:
		return MFCR(CSFR_M3CNT);
	}
}

unsigned int epapi_hardware(unsigned int counter)
{
	return counter;
}

int64_t epapi_cycles(void)
{
	return (int64_t)(stm_now() * (CPU_HZ / STM_HZ));
}
