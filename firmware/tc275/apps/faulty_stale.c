/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Lines older than memory: data that another core has written past this core's cache, code that was overwritten. Each
   line with a fault is marked with its number. */
#include "smp.h"

/* The view of an LMU address that caches leave alone. */
#define UNCACHED(p) ((void *)((uint32_t)(p) + 0x20000000u))
#define IN_LMU_CODE SECTION(".lmu_code") __attribute__((longcall, noipa, aligned(32)))

extern const uint32_t lmu_code_from[] __asm__("__lmu_code_from");
extern uint32_t lmu_code_to[] __asm__("__lmu_code_to");
extern uint8_t lmu_code_bytes[] __asm__("__lmu_code_bytes");

static volatile uint32_t word IN_LMU __attribute__((aligned(32)));
static volatile uint8_t bytes[32] IN_LMU __attribute__((aligned(32)));
static volatile uint32_t turn;
static volatile uint32_t sink;

static IN_LMU_CODE void patched(void)
{
	__asm__ volatile("mov %%d4, 1000" ::: "d4"); /* FAULT 3 */
}

static IN_LMU_CODE void patched_by_other(void)
{
	__asm__ volatile("mov %%d4, 1000" ::: "d4"); /* FAULT 4 */
}

/* `mov %d4, 0` in 32 bits into the place of the first instruction. */
static void patch(void (*code)(void))
{
	*(volatile uint32_t *)UNCACHED(code) = 0x4000003B;
	dsync();
}

void main_cpu2(void)
{
	while (turn != 1)
		nop();
	*(volatile uint32_t *)UNCACHED(&word) = 2;
	((volatile uint8_t *)UNCACHED(bytes))[5] = 2;
	patch(patched_by_other);
	turn = 2;
}

int main(void)
{
	for (uint32_t i = 0; i < (uint32_t)lmu_code_bytes / 4; i++)
		((uint32_t *)UNCACHED(lmu_code_to))[i] = lmu_code_from[i];
	dsync();
	patched();
	patched_by_other();
	sink = word;
	sink = bytes[4];
	turn = 1;
	while (turn != 2)
		nop();
	sink = word; /* FAULT 1 */
	sink = bytes[5]; /* FAULT 2 */
	patch(patched);
	patched();
	patched_by_other();

	/* A line that was dropped is read again. */
	__asm__ volatile("cachea.i [%0]0" ::"a"(&word) : "memory");
	dsync();
	sink = word;
	patch(patched);
	MTCR(CSFR_PCON1, 3); /* PCINV, PBINV */
	while (MFCR(CSFR_PCON1) & 1)
		;
	patched();
	return 0;
}
