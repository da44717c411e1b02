/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "analyzer.h"

/* A core's records begin a cache line, so that no other core writes to it. */
struct analyzer_record analyzer_records[MAX_CPUS][ANALYZER_REGIONS] __attribute__((aligned(32)));

NOINLINE void analyzer_start(uint32_t region)
{
	struct analyzer_record *r = &analyzer_records[cpu_index()][region % ANALYZER_REGIONS];
	if (r->open++ == 0)
		r->start = cycles32();
}

NOINLINE void analyzer_stop(uint32_t region)
{
	struct analyzer_record *r = &analyzer_records[cpu_index()][region % ANALYZER_REGIONS];
	if (--r->open)
		return;
	r->cycles += cycles32() - r->start;
	r->calls++;
}
