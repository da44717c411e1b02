/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* SPARC reference MMU (UM 2.9 ch. 6, SPARC V8 manual appendix H). */
#ifndef MMU_H
#define MMU_H
#include "regs.h"

/* ASI 0x19 */
#define MMU_CTRL 0x000
#define MMU_CTXPTR 0x100
#define MMU_CTX 0x200
#define MMU_FSR 0x300 /* L 9:8, AT 7:5, FT 4:2, FAV 1, OW 0; reading clears */
#define MMU_FAR 0x400

#define ET_PTD 1u
#define ET_PTE 2u
#define PTE_C 0x80u
#define PTE_M 0x40u
#define PTE_R 0x20u
/* Rights, user/supervisor. */
enum mmu_access { ACC_R_R = 0, ACC_RW_RW = 1, ACC_RWX_RWX = 3, ACC_NONE_RWX = 7 };

static inline uint32_t mmu_read(uint32_t reg)
{
	uint32_t value;
	__asm__ volatile("lda [%1] 0x19, %0" : "=r"(value) : "r"(reg) : "memory");
	return value;
}

static inline void mmu_write(uint32_t reg, uint32_t value)
{
	__asm__ volatile("sta %0, [%1] 0x19" ::"r"(value), "r"(reg) : "memory");
}

/* TLB and both caches. */
static inline void mmu_flush(void)
{
	__asm__ volatile("sta %%g0, [%0] 0x18" ::"r"(0x400) : "memory");
	l1_flush();
}

static inline uint32_t mmu_ptd(const void *table)
{
	return (uint32_t)table >> 4 | ET_PTD;
}

static inline uint32_t mmu_pte(uint32_t physical, enum mmu_access access, uint32_t flags)
{
	return physical >> 4 | (uint32_t)access << 2 | flags | ET_PTE;
}

/* Context 0: identity for RAM below 16 MiB and for the device registers, and 64
   pages at MMU_PAGES, none of them valid until mmu_page is called. */
#define MMU_PAGES 0x10000000u
#define MMU_PAGE(n) (MMU_PAGES + 0x1000u * (n))
void mmu_tables(void);
void mmu_page(uint32_t n, uint32_t entry);
/* The entry as memory has it, past all caches. */
uint32_t mmu_page_entry(uint32_t n);
void mmu_on(void);
void mmu_off(void);
#endif
