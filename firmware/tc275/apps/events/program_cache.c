/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Program cache: a fetch is of 8 bytes. The edges of a kernel share lines and fetches with the harness, so
   counts of hits have a small range. */
#include "check.h"
#include "events.h"

#define FETCH (CCTRL_M1(M1_PCACHE_HIT) | CCTRL_M2(M2_PCACHE_MISS))
#define GROUPS (64 * LINE_BYTES / 8)
#define PCON1_PCINV 1u

static uint32_t unused[2];

static void program_cache_invalidate(void)
{
	MTCR(CSFR_PCON1, PCON1_PCINV);
	while (MFCR(CSFR_PCON1) & PCON1_PCINV)
		;
}

void test_program_cache(void)
{
	struct counts c = count(FETCH, kernel_code_64_lines, unused);
	check_equal("PCACHE_MISS: code that is there", c.m2, 0);
	check_range("PCACHE_HIT: 64 lines of 4 fetches", c.m1, GROUPS, GROUPS + 3);
	c = count_after(program_cache_invalidate, FETCH, kernel_code_64_lines, unused);
	/* 64 lines, the RET's and what the harness has to fetch again. */
	check_range("PCACHE_MISS: after invalidation", c.m2, 65, 70);
}
