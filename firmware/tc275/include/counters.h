/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Performance counters of a core: CCNT cycles, ICNT instructions, M1CNT to M3CNT what CCTRL selects
   (TC27x User's Manual, CPU chapter, performance counters). 31 bits each, bit 31 is a sticky overflow. */
#ifndef COUNTERS_H
#define COUNTERS_H
#include "regs.h"

#define CCTRL_CE (1u << 1)
#define CCTRL_M1(event) ((uint32_t)(event) << 2)
#define CCTRL_M2(event) ((uint32_t)(event) << 5)
#define CCTRL_M3(event) ((uint32_t)(event) << 8)
#define COUNTER_VALUE 0x7FFFFFFFu
#define COUNTER_SOVF 0x80000000u

enum m1_event { M1_IP_DISPATCH_STALL, M1_PCACHE_HIT, M1_DCACHE_HIT, M1_TOTAL_BRANCH };
enum m2_event { M2_LS_DISPATCH_STALL, M2_PCACHE_MISS, M2_DCACHE_MISS_CLEAN, M2_PMEM_STALL };
enum m3_event { M3_LP_DISPATCH_STALL, M3_MULTI_ISSUE, M3_DCACHE_MISS_DIRTY, M3_DMEM_STALL };
/* TC1.6E */
#define M1_DRB_HIT M1_DCACHE_HIT
#define M2_DRB_MISS M2_DCACHE_MISS_CLEAN

struct counts {
	uint32_t ccnt, icnt, m1, m2, m3;
};

static inline void counters_clear(void)
{
	MTCR(CSFR_CCTRL, 0);
	MTCR(CSFR_CCNT, 0);
	MTCR(CSFR_ICNT, 0);
	MTCR(CSFR_M1CNT, 0);
	MTCR(CSFR_M2CNT, 0);
	MTCR(CSFR_M3CNT, 0);
}

static inline void counters_start(uint32_t selection)
{
	MTCR(CSFR_CCTRL, CCTRL_CE | selection);
}

static inline void counters_stop(void)
{
	MTCR(CSFR_CCTRL, 0);
}

static inline struct counts counters_read(void)
{
	return (struct counts){ MFCR(CSFR_CCNT), MFCR(CSFR_ICNT), MFCR(CSFR_M1CNT), MFCR(CSFR_M2CNT),
				MFCR(CSFR_M3CNT) };
}
#endif
