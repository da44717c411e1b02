/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Events of the TC1.6P only: issue of several instructions, data cache (2 ways of 4 KiB, lines of 32 bytes,
   write-back, write-allocate). */
#include "check.h"
#include "events.h"

#define ISSUE (CCTRL_M1(M1_PCACHE_HIT) | CCTRL_M2(M2_PCACHE_MISS) | CCTRL_M3(M3_MULTI_ISSUE))
#define DATA (CCTRL_M1(M1_DCACHE_HIT) | CCTRL_M2(M2_DCACHE_MISS_CLEAN) | CCTRL_M3(M3_DCACHE_MISS_DIRTY))

static uint32_t own_words[16] IN_DSPR_BSS(1);

/* Drops every line of the LMU area without writing it back. */
static void data_cache_invalidate(void)
{
	for (uint32_t i = 0; i < LMU_BYTES; i += LINE_BYTES)
		__asm__ volatile("cachea.i [%0]0" ::"a"(&lmu_area[i]) : "memory");
	dsync();
}

/* The first two of four lines that share a set are written. */
static void dirty_both_ways(void)
{
	data_cache_invalidate();
	for (uint32_t i = 0; i < 64 * LINE_BYTES; i += LINE_BYTES) {
		*(volatile uint32_t *)&lmu_area[i] = i;
		*(volatile uint32_t *)&lmu_area[WAY_BYTES + i] = i;
	}
	dsync();
}

void test_superscalar(void)
{
	check_equal("MULTI_ISSUE: 32 pairs", count(ISSUE, kernel_pairs_32, own_words).m3, 32);
	check_equal("MULTI_ISSUE: a dependent chain has none", count(ISSUE, kernel_chain_100, own_words).m3, 0);
}

void test_data_cache(void)
{
	struct counts c = count_after(data_cache_invalidate, DATA, kernel_lines_64, lmu_area);
	check_equal("DCACHE_MISS_CLEAN: 64 lines", c.m2, 64);
	check_equal("DCACHE_HIT: none of them", c.m1, 0);
	check_equal("DCACHE_MISS_DIRTY: none of them", c.m3, 0);
	c = count(DATA, kernel_lines_64, lmu_area);
	check_equal("DCACHE_HIT: the same 64 lines again", c.m1, 64);
	check_equal("DCACHE_MISS_CLEAN: none", c.m2, 0);
	c = count_after(data_cache_invalidate, DATA, kernel_words_64, lmu_area);
	check_equal("DCACHE_MISS_CLEAN: 64 words in 8 lines", c.m2, 8);
	check_equal("DCACHE_HIT: the rest of them", c.m1, 56);
	c = count_after(data_cache_invalidate, DATA, kernel_line_stores_64, lmu_area);
	check_equal("DCACHE_MISS_CLEAN: stores allocate", c.m2, 64);
	c = count_after(dirty_both_ways, DATA, kernel_lines_64, lmu_area + 2 * WAY_BYTES);
	check_equal("DCACHE_MISS_DIRTY: victims that were written", c.m3, 64);
	check_equal("DCACHE_MISS_CLEAN: none of them", c.m2, 0);
	c = count(DATA, kernel_loads_32, own_words);
	check_equal("own DSPR is not cached: no event", c.m1 + c.m2 + c.m3, 0);
}
