/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Which program shows which event. */
#include "stress.h"
#include <stddef.h>

#ifdef STRESS_EPAPI
#define PROGRAM(name) extern int epapi_##name(int set, long long *values, void *data, void *lines)
#define FRAME(name) .epapi = epapi_##name
#else
#define PROGRAM(name) extern void bare_##name(uint32_t selection, struct counts *counts, void *data, void *lines)
#define FRAME(name) .bare = bare_##name
#endif

PROGRAM(branches);
PROGRAM(dispatch);
PROGRAM(loops);
PROGRAM(pairs);
PROGRAM(data_cache);
PROGRAM(program_cache);
PROGRAM(program_misses);
PROGRAM(program_memory);
PROGRAM(data_memory);
PROGRAM(memory);
PROGRAM(line_reads);

#define MEASURE(program, name, code, control, bits) \
	{ #program, name, code, FRAME(program), .selection = control, .counters = bits }

#define BRANCHES CCTRL_M1(M1_TOTAL_BRANCH)
#define ICACHE_HITS CCTRL_M1(M1_PCACHE_HIT)
#define ICACHE_MISSES CCTRL_M2(M2_PCACHE_MISS)
#define DCACHE_HITS CCTRL_M1(M1_DCACHE_HIT)
#define DCACHE_MISSES (CCTRL_M2(M2_DCACHE_MISS_CLEAN) | CCTRL_M3(M3_DCACHE_MISS_DIRTY))
#define PMEM CCTRL_M2(M2_PMEM_STALL)
#define DMEM CCTRL_M3(M3_DMEM_STALL)

const struct measurement measurements[] = {
	MEASURE(branches, "PAPI_BR_INS", PAPI_BR_INS, BRANCHES, COUNTER_M1),
	MEASURE(data_cache, "PAPI_L1_DCH", PAPI_L1_DCH, DCACHE_HITS, COUNTER_M1),
	MEASURE(data_cache, "PAPI_L1_DCM", PAPI_L1_DCM, DCACHE_MISSES, COUNTER_M2 | COUNTER_M3),
	MEASURE(data_cache, "PAPI_L1_DCA", PAPI_L1_DCA, DCACHE_HITS | DCACHE_MISSES,
		COUNTER_M1 | COUNTER_M2 | COUNTER_M3),
	MEASURE(program_cache, "PAPI_L1_ICH", PAPI_L1_ICH, ICACHE_HITS, COUNTER_M1),
	MEASURE(program_misses, "PAPI_L1_ICM", PAPI_L1_ICM, ICACHE_MISSES, COUNTER_M2),
	MEASURE(program_cache, "PAPI_L1_ICA", PAPI_L1_ICA, ICACHE_HITS | ICACHE_MISSES, COUNTER_M1 | COUNTER_M2),
	MEASURE(program_cache, "PAPI_L1_ICR", PAPI_L1_ICR, ICACHE_HITS | ICACHE_MISSES, COUNTER_M1 | COUNTER_M2),
	MEASURE(memory, "PAPI_MEM_SCY", PAPI_MEM_SCY, PMEM | DMEM, COUNTER_M2 | COUNTER_M3),
	MEASURE(data_memory, "DMEM_STL", EPAPI_DMEM_STL, DMEM, COUNTER_M3),
	MEASURE(program_memory, "PMEM_STL", EPAPI_PMEM_STL, PMEM, COUNTER_M2),
	MEASURE(pairs, "MULTI_ISSUE", EPAPI_MULTI_ISSUE, CCTRL_M3(M3_MULTI_ISSUE), COUNTER_M3),
	MEASURE(dispatch, "IPDISP_STL", EPAPI_IPDISP_STL, CCTRL_M1(M1_IP_DISPATCH_STALL), COUNTER_M1),
	MEASURE(dispatch, "LSDISP_STL", EPAPI_LSDISP_STL, CCTRL_M2(M2_LS_DISPATCH_STALL), COUNTER_M2),
	MEASURE(loops, "LPDISP_STL", EPAPI_LPDISP_STL, CCTRL_M3(M3_LP_DISPATCH_STALL), COUNTER_M3),
	MEASURE(line_reads, "PAPI_L1_DCH", PAPI_L1_DCH, DCACHE_HITS, COUNTER_M1),
	MEASURE(line_reads, "PAPI_L1_DCM", PAPI_L1_DCM, DCACHE_MISSES, COUNTER_M2 | COUNTER_M3),
};
const unsigned int measurement_count = sizeof measurements / sizeof measurements[0];

#ifdef STRESS_EPAPI
int measure(const struct measurement *m, void *data, void *lines)
{
	int set = PAPI_NULL;
	long long values[3];
	PAPI_create_eventset(&set);
	PAPI_add_event(set, m->event);
	PAPI_add_event(set, PAPI_TOT_CYC);
	PAPI_add_event(set, PAPI_TOT_INS);
	int result = m->epapi(set, values, data, lines);
	if (result == PAPI_OK)
		result = EPAPI_record_event(set, 0, m->program);
	PAPI_cleanup_eventset(set);
	PAPI_destroy_eventset(&set);
	return result;
}
#else
static void copy(char *to, const char *from)
{
	while (*from)
		*to++ = *from++;
}

int measure(const struct measurement *m, void *data, void *lines)
{
	struct counts counts;
	m->bare(m->selection, &counts, data, lines);
	struct epapi_record r = {
		.variant = "bare metal",
		.core = core_index(),
		.counters = m->counters,
		.cycle_counter = 0,
		.instruction_counter = 1,
		.cycles = counts.ccnt,
		.instructions = counts.icnt,
		.value = (m->counters & COUNTER_M1 ? counts.m1 : 0) + (m->counters & COUNTER_M2 ? counts.m2 : 0) +
			 (m->counters & COUNTER_M3 ? counts.m3 : 0),
	};
	copy(r.program, m->program);
	copy(r.event, m->name);
	return EPAPI_record(&r);
}
#endif
