/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Loads and stores, for one access. */
#include "latency.h"

static uint32_t pspr2_words[8] SECTION(".pspr2") = { 1 };
static const uint32_t flash_words[64] __attribute__((aligned(32))) = { 1, 2, 3 };

#define DFLASH ((void *)0xAF000000u)
#define STM0_TIM0 ((void *)0xF0000010u)
#define STM2_CMP0 ((void *)0xF0000230u)

/* No line of the area is in the data cache or the read buffer. */
static void forget(void)
{
	for (uint32_t i = 0; i < LMU_BYTES; i += LINE_BYTES)
		__asm__ volatile("cachea.i [%0]0" ::"a"(&lmu_area[i]) : "memory");
	for (uint32_t i = 8; i < 16; i++)
		(void)*(volatile uint32_t *)&lmu_area[LMU_BYTES - i * LINE_BYTES];
	dsync();
}

/* Both ways of all sets hold lines that were written, none of them those of the first 2 KiB. */
static void forget_dirty(void)
{
	forget();
	for (uint32_t i = 0; i < 2 * WAY_BYTES; i += LINE_BYTES)
		*(volatile uint32_t *)&lmu_area[2 * WAY_BYTES + i] = i;
	dsync();
}

static void loads(const char *what, const char *uses, void *data)
{
	row(what, kernel_loads_32, data, 32);
	row(uses, load_use_32, data, 32);
}

static void stores(const char *what, const char *apart, void *data)
{
	row(what, kernel_stores_32, data, 32);
	row(apart, store_apart_32, data, 32);
}

void data_rows(uint8_t *own, uint8_t *other)
{
	heading("one load");
	loads("load own DSPR", "load and use own DSPR", own);
	loads("load other DSPR", "load and use other DSPR", other);
	loads("load other PSPR", "load and use other PSPR", pspr2_words);
	loads("load LMU uncached", "load and use LMU uncached", UNCACHED(lmu_area));
	loads("load LMU cached, hit", "load and use LMU cached, hit", lmu_area);
	row_after("load LMU cached, lines, clean", forget, kernel_lines_64, lmu_area, 64);
	row_after("load LMU cached, lines, dirty", forget_dirty, kernel_lines_64, lmu_area, 64);
	loads("load PFlash uncached", "load and use PFlash uncached", UNCACHED(flash_words));
	row("load PFlash uncached, sequential", sequential_64, UNCACHED(flash_words), 64);
	loads("load PFlash cached, hit", "load and use PFlash cached, hit", (void *)flash_words);
	loads("load DFlash", "load and use DFlash", DFLASH);
	loads("load SPB register", "load and use SPB register", STM0_TIM0);
	heading("one store; apart: among 15 others");
	stores("store own DSPR", "store apart own DSPR", own);
	stores("store other DSPR", "store apart other DSPR", other);
	stores("store other PSPR", "store apart other PSPR", pspr2_words);
	stores("store LMU uncached", "store apart LMU uncached", UNCACHED(lmu_area));
	stores("store LMU cached, hit", "store apart LMU cached, hit", lmu_area);
	row_after("store LMU cached, lines, clean", forget, lines_written_64, lmu_area, 64);
	row_after("store LMU cached, lines, dirty", forget_dirty, lines_written_64, lmu_area, 64);
	forget();
	stores("store SPB register", "store apart SPB register", STM2_CMP0);
}
