/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Back end over L4STAT of the GR740: any of its counters counts any event. A core has four of the sixteen.
 * Counts have 32 bits and wrap. */
#include "backend.h"
#include "clkgate.h"
#include "l4stat.h"

#define A_CORE 4
#define L4STAT(event) { (1 << A_CORE) - 1, L4STAT_##event }

/* Hits of the first-level caches have no event. */
const struct epapi_preset epapi_presets[] = {
	{ PAPI_TOT_CYC, "PAPI_TOT_CYC", 1, { L4STAT(EXECUTION_TIME) } },
	{ PAPI_TOT_INS, "PAPI_TOT_INS", 1, { L4STAT(TOTAL_INSTRUCTIONS) } },
	/* Bicc and CALL; JMPL and floating-point branches have no event. */
	{ PAPI_BR_INS, "PAPI_BR_INS", 2, { L4STAT(INTEGER_BRANCHES), L4STAT(CALL) } },
	{ PAPI_MEM_SCY, "PAPI_MEM_SCY", 3, { L4STAT(ICACHE_HOLD), L4STAT(DCACHE_HOLD), L4STAT(WBUF_HOLD) } },
	{ PAPI_L1_DCM, "PAPI_L1_DCM", 1, { L4STAT(DCACHE_MISS) } },
	{ PAPI_L1_ICM, "PAPI_L1_ICM", 1, { L4STAT(ICACHE_MISS) } },
	{ PAPI_L1_TCM, "PAPI_L1_TCM", 2, { L4STAT(DCACHE_MISS), L4STAT(ICACHE_MISS) } },
	{ EPAPI_DMEM_STL, "DMEM_STL", 2, { L4STAT(DCACHE_HOLD), L4STAT(WBUF_HOLD) } },
	{ EPAPI_PMEM_STL, "PMEM_STL", 1, { L4STAT(ICACHE_HOLD) } },
};
const unsigned int epapi_preset_count = sizeof epapi_presets / sizeof epapi_presets[0];
const uint32_t epapi_hz = 250000000;

unsigned int epapi_core(void)
{
	uint32_t asr17;
	__asm__("rd %%asr17, %0" : "=r"(asr17));
	return asr17 >> 28;
}

unsigned int epapi_hardware(unsigned int counter)
{
	return epapi_core() * A_CORE + counter;
}

void epapi_clear(const struct epapi_plan *plan)
{
	for (unsigned int c = 0; c < A_CORE; c++)
		if (plan->used >> c & 1)
			L4STAT_CVAL(epapi_hardware(c)) = 0;
}

/* The selections as they are: four events of eight bits. */
uint32_t epapi_arm(const struct epapi_plan *plan)
{
	uint32_t events = 0;
	if (!(CLKGATE_CLKEN & CLKGATE_L4STAT))
		l4stat_init();
	for (unsigned int c = 0; c < A_CORE; c++) {
		L4STAT_CCTRL(epapi_hardware(c)) = 0;
		/* A counter without use counts what counter 0 does; nobody reads it. */
		uint32_t event = plan->selection[plan->used >> c & 1 ? c : 0];
		events |= event << 8 * c;
	}
	epapi_clear(plan);
	return events;
}

uint32_t epapi_counter(unsigned int counter)
{
	return L4STAT_CVAL(epapi_hardware(counter));
}

/* The up-counter of the LEON4 in %asr22 and %asr23 counts with the cores' clock. */
int64_t epapi_cycles(void)
{
	uint32_t high, low, again;
	do {
		__asm__ volatile("rd %%asr22, %0\n\trd %%asr23, %1\n\trd %%asr22, %2"
				 : "=&r"(high), "=&r"(low), "=&r"(again));
	} while (high != again);
	return (int64_t)((uint64_t)(high & 0xFFFFFF) << 32 | low);
}

int PAPI_start(int set)
{
	uint64_t prepared = epapi_prepare(set);
	int error = (int)(uint32_t)prepared;
	if (error)
		return error;
	uint32_t events = (uint32_t)(prepared >> 32);
	uint32_t core = epapi_core();
	for (unsigned int c = 0; c < A_CORE; c++)
		L4STAT_CCTRL(epapi_hardware(c)) = L4STAT_EN | (events >> 8 * c & 0xFF) << L4STAT_EVENT_SHIFT | core;
	return PAPI_OK;
}

int PAPI_stop(int set, long long *values)
{
	if (epapi_running[epapi_core()] != set)
		return epapi_not_running(set);
	for (unsigned int c = 0; c < A_CORE; c++)
		L4STAT_CCTRL(epapi_hardware(c)) = 0;
	return epapi_finish(set, values);
}
