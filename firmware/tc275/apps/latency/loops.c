/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The loops over vectors of published counter readings, for one word. */
#include "latency.h"
#include "wdt.h"

uint32_t mailbox0[4] IN_DSPR_BSS(0), mailbox1[4] IN_DSPR_BSS(1);

#define DFLASH ((void *)0xAF000000u)
/* Segments whose data is cached: LMU and flash as after reset, and the scratchpads of CPU2. */
#define PMA0_RESET 0x300u
#define PMA0_CPU2 0x320u

static void data_cacheability(uint32_t pma0)
{
	endinit_open();
	dsync();
	MTCR(CSFR_PMA0, pma0);
	endinit_close();
}

void loop_rows(uint8_t *own, uint8_t *other)
{
	heading("one word of a vector");
	row("VecRead own DSPR", vec_read, own, AREA_WORDS);
	row("VecRead other DSPR", vec_read, other, AREA_WORDS);
	row("VecRead DFlash", vec_read, DFLASH, AREA_WORDS);
	row("VecWrite own DSPR", vec_write, own, AREA_WORDS);
	row("VecWrite other DSPR", vec_write, other, AREA_WORDS);
	row("VecSum own DSPR", vec_sum, own, AREA_WORDS);
	row("VecSum other DSPR", vec_sum, other, AREA_WORDS);
	row("VecSum DFlash", vec_sum, DFLASH, AREA_WORDS);
	row("VecGain own DSPR", vec_gain, own, AREA_WORDS);
	row("VecGain other DSPR", vec_gain, other, AREA_WORDS);
	row("VecPower own DSPR", vec_power, own, AREA_WORDS);
	row("VecPower other DSPR", vec_power, other, AREA_WORDS);

	heading("code in flash, not cached");
	row("uncached VecRead own DSPR", flash_read, own, AREA_WORDS);
	row("uncached VecRead other DSPR", flash_read, other, AREA_WORDS);
	row("uncached VecWrite own DSPR", flash_write, own, AREA_WORDS);
	row("uncached VecSum own DSPR", flash_sum, own, AREA_WORDS);
	row("uncached VecSum other DSPR", flash_sum, other, AREA_WORDS);
	row("uncached VecGain own DSPR", flash_gain, own, AREA_WORDS);
	row("uncached VecPower own DSPR", flash_power, own, AREA_WORDS);

	heading("other DSPR through the cache");
	data_cacheability(PMA0_CPU2);
	row("cached VecRead other DSPR", vec_read, other, AREA_WORDS);
	row("cached VecWrite other DSPR", vec_write, other, AREA_WORDS);
	row("cached VecGain other DSPR", vec_gain, other, AREA_WORDS);
	/* Nothing of the area may stay in the cache. */
	for (uint32_t i = 0; i < AREA_BYTES; i += LINE_BYTES)
		__asm__ volatile("cachea.wi [%0]0" ::"a"(&other[i]) : "memory");
	data_cacheability(PMA0_RESET);
}
