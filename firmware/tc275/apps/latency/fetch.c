/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Straight code of 64 lines, 8 instructions of 32 bits each: for one line of 32 bytes. */
#include "latency.h"

enum { CODE_WORDS = 64 * 8 + 1, LINES = 64 };

static uint32_t pspr0_code[CODE_WORDS] SECTION(".pspr0") = { 1 };
static uint32_t pspr1_code[CODE_WORDS] SECTION(".pspr1") = { 1 };
static uint32_t pspr2_code[CODE_WORDS] SECTION(".pspr2") = { 1 };
static uint32_t dspr2_code[CODE_WORDS] IN_DSPR_BSS(2) __attribute__((aligned(32)));

static void program_cache_forget(void)
{
	MTCR(CSFR_PCON1, 3); /* PCINV, PBINV */
	while (MFCR(CSFR_PCON1) & 1)
		;
}

/* The code can run anywhere. */
static void place(const char *what, uint32_t *at)
{
	const uint32_t *code = (const uint32_t *)(uint32_t)kernel_code_64_lines;
	for (uint32_t i = 0; i < CODE_WORDS; i++)
		at[i] = code[i];
	dsync();
	isync();
	row(what, (kernel_fn *)(uint32_t)at, at, LINES);
}

void fetch_rows(uint32_t core)
{
	kernel_fn *flash = kernel_code_64_lines;
	void *data = pspr2_code;
	heading("one line of code");
	place("fetch own PSPR", core ? pspr1_code : pspr0_code);
	place("fetch other PSPR", pspr2_code);
	place("fetch other DSPR", dspr2_code);
	place("fetch LMU uncached", UNCACHED(lmu_area));
	row_after("fetch LMU cached, miss", program_cache_forget, (kernel_fn *)(uint32_t)lmu_area, data, LINES);
	row("fetch PFlash cached, hit", flash, data, LINES);
	row_after("fetch PFlash cached, miss", program_cache_forget, flash, data, LINES);
	row("fetch PFlash uncached", UNCACHED(flash), data, LINES);
}
