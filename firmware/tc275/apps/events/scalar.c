/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Events of the TC1.6E only: the data read buffer (4 lines of 32 bytes). */
#include "check.h"
#include "events.h"

#define ISSUE (CCTRL_M1(M1_PCACHE_HIT) | CCTRL_M2(M2_PCACHE_MISS) | CCTRL_M3(M3_MULTI_ISSUE))
#define BUFFER (CCTRL_M1(M1_DRB_HIT) | CCTRL_M2(M2_DRB_MISS) | CCTRL_M3(2))

/* Other lines than those that are measured. */
static void buffer_fill(void)
{
	for (uint32_t i = 0; i < 8 * LINE_BYTES; i += LINE_BYTES)
		(void)*(volatile uint32_t *)&lmu_area[LMU_BYTES / 2 + i];
}

void test_scalar(uint32_t *own)
{
	check_equal("MULTI_ISSUE: a scalar core has none", count(ISSUE, kernel_pairs_32, own).m3, 0);
}

void test_read_buffer(void)
{
	struct counts c = count_after(buffer_fill, BUFFER, kernel_words_64, lmu_area);
	check_equal("DRB_MISS: 64 words in 8 lines", c.m2, 8);
	check_equal("DRB_HIT: the rest of them", c.m1, 56);
	c = count_after(buffer_fill, BUFFER, kernel_loads_32, lmu_area);
	check_equal("DRB_HIT: one word 32 times", c.m1, 31);
	c = count_after(buffer_fill, BUFFER, kernel_words_stored_64, lmu_area);
	/* The load after a store misses, the next word's first load hits but at the start of a line. */
	check_equal("DRB_MISS: a store drops the line", c.m2, 64 + 8);
	check_equal("DRB_HIT: first load of the next word", c.m1, 64 - 8);
	c = count_after(buffer_fill, BUFFER, kernel_line_stores_64, lmu_area);
	check_equal("stores count nothing", c.m1 + c.m2, 0);
}
