/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Load latency by working set and stride: a chain of pointers, each load needs
   the one before. */
#include "check.h"
#include "l2cache.h"
#include "printf.h"
#include "regs.h"

#define KIB 1024u
#define LARGEST (8192 * KIB)
#define LOADS 8192u /* measured; a multiple of 16 */

static uint8_t arena[LARGEST] __attribute__((section(".noinit"), aligned(4096)));

NOINLINE static void build(uint32_t bytes, uint32_t stride)
{
	for (uint32_t at = 0; at < bytes; at += stride)
		*(void **)(void *)&arena[at] = &arena[at + stride < bytes ? at + stride : 0];
}

#define STEP p = *(void *volatile *)p;

NOINLINE static void *chase(void *p, uint32_t loads)
{
	for (uint32_t i = 0; i < loads; i += 16) {
		STEP STEP STEP STEP STEP STEP STEP STEP
		STEP STEP STEP STEP STEP STEP STEP STEP
	}
	return p;
}

/* Cycles for 100 loads. */
static uint32_t latency(uint32_t bytes, uint32_t stride)
{
	uint32_t elements = bytes / stride;
	build(bytes, stride);
	l2cache_flush(L2_PURGE_ALL, 0); /* no write-backs of the building later */
	l1_flush();
	/* What fits must be there; what does not fit is gone again anyway. */
	if (bytes <= l2cache_bytes())
		chase(arena, (elements + 15) & ~15u);
	chase(arena, 32); /* code */
	uint32_t start = cycles32();
	void *end = chase(arena, LOADS);
	uint32_t cycles = cycles32() - start;
	__asm__ volatile("" ::"r"(end));
	return (uint32_t)((uint64_t)cycles * 100 / LOADS);
}

int main(void)
{
	static const uint32_t sizes[] = { 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192 };
	static const uint32_t strides[] = { 32, 256, 4096 };
	uint32_t l1 = 0, l2 = 0, sdram = 0;
	printf("Cycles per load x 100\n   KiB");
	for (uint32_t j = 0; j < 3; j++)
		printf("  stride %4u", strides[j]);
	printf("\n");
	for (uint32_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
		printf("%6u", sizes[i]);
		for (uint32_t j = 0; j < 3; j++) {
			uint32_t cycles = latency(sizes[i] * KIB, strides[j]);
			printf("  %11u", cycles);
			if (j == 0 && sizes[i] == 4)
				l1 = cycles;
			if (j == 0 && sizes[i] == 256)
				l2 = cycles;
			if (j == 0 && sizes[i] == 8192)
				sdram = cycles;
		}
		printf("\n");
	}
	check_true("L2 takes 1.5 times as long as L1", l2 > l1 + l1 / 2);
	check_true("SDRAM takes 1.5 times as long as L2", sdram > l2 + l2 / 2);
	return check_result();
}
