/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* 8 KiB as double words. The published cycles include the vendor's call, about 330; here a transfer of one item
   is taken off, and what remains is held against the published cost of a double word. */
#include "check.h"
#include "ctimer.h"
#include "dma_tests.h"
#include "printf.h"

enum { ITEMS = BUFFER / 8, FAR = 11 };

/* Cycles: to SRAM, from SRAM, to external memory, from external memory. */
SHARED uint32_t dma_results[4];
static SHARED uint64_t external[ITEMS];

/* What comes here comes as a message: else the engine is idle as soon as the last request is out. */
static uint32_t timed(volatile void *to, const volatile void *from, uint32_t items)
{
	static struct dma_descriptor d;
	dma_describe(&d, to, from, items, 3, (uint32_t)to < 0x100000 ? DMA_MESSAGE : 0);
	uint32_t before = cycles();
	run(0, &d);
	return cycles() - before;
}

void measure_rates(void)
{
	/* Cycles of a hundred double words: 2.03, 9.2, 9.0 to 9.3 and 29.6 each. */
	static const uint32_t published[4] = { 203, 920, 915, 2960 };
	static const char *const name[4] = { "to SRAM", "from SRAM", "to external memory", "from external memory" };
	void *near = source, *far = at_core(FAR, target);
	void *const ends[4][2] = { { far, near }, { near, far }, { external, near }, { near, external } };
	printf("cycles of 100 double words\n");
	cycles_start();
	for (uint32_t i = 0; i < 4; i++) {
		uint32_t one = timed(ends[i][0], ends[i][1], 1);
		uint32_t all = timed(ends[i][0], ends[i][1], ITEMS);
		dma_results[i] = all;
		check_range(name[i], (all - one) * 100 / (ITEMS - 1), published[i] * 9 / 10, published[i] * 11 / 10);
	}
}
