/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "mmu.h"
#include "string.h"

static uint32_t contexts[256] __attribute__((aligned(1024)));
static uint32_t level1[256] __attribute__((aligned(1024)));
static uint32_t level2[64] __attribute__((aligned(256)));
static uint32_t level3[64] __attribute__((aligned(256)));

void mmu_tables(void)
{
	memset(level1, 0, sizeof level1);
	memset(level2, 0, sizeof level2);
	memset(level3, 0, sizeof level3);
	contexts[0] = mmu_ptd(level1);
	level1[0x00] = mmu_pte(0x00000000, ACC_RWX_RWX, PTE_C);
	level1[0xF0] = mmu_pte(0xF0000000, ACC_RW_RW, 0);
	level1[0xFF] = mmu_pte(0xFF000000, ACC_RW_RW, 0);
	level1[MMU_PAGES >> 24] = mmu_ptd(level2);
	level2[0] = mmu_ptd(level3);
}

void mmu_page(uint32_t n, uint32_t entry)
{
	level3[n] = entry;
}

uint32_t mmu_page_entry(uint32_t n)
{
	uint32_t entry;
	__asm__ volatile("lda [%1] 0x1c, %0" : "=r"(entry) : "r"(&level3[n]) : "memory");
	return entry;
}

void mmu_on(void)
{
	mmu_write(MMU_CTXPTR, (uint32_t)contexts >> 4);
	mmu_write(MMU_CTX, 0);
	mmu_flush();
	mmu_write(MMU_CTRL, mmu_read(MMU_CTRL) | 1);
	mmu_flush();
}

void mmu_off(void)
{
	mmu_write(MMU_CTRL, mmu_read(MMU_CTRL) & ~1u);
	mmu_flush();
}
