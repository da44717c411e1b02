/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* SPARC reference MMU (UM 2.9 ch. 6): one context, identity for RAM and devices,
   and four 4 KiB pages at 0x10000000 with different rights. */
#include "check.h"
#include "record.h"
#include "regs.h"
#include "string.h"
#include "usermode.h"
#include <stddef.h>

#define MMU_CTRL 0x000
#define MMU_CTXPTR 0x100
#define MMU_CTX 0x200
#define MMU_FSR 0x300
#define MMU_FAR 0x400

#define ET_PTD 1u
#define ET_PTE 2u
#define PTE_C 0x80u
#define PTE_M 0x40u
#define PTE_R 0x20u
#define ACC(n) ((uint32_t)(n) << 2)
#define ACC_R 0    /* read only for both */
#define ACC_RWX 3  /* all for both */
#define ACC_RW 1   /* no execution */
#define ACC_SUPER 7 /* nothing for user, all for supervisor */

#define PAGES 0x10000000u
#define PAGE(n) (PAGES + 0x1000u * (n))
enum { PAGE_RW, PAGE_RO, PAGE_INVALID, PAGE_SUPER };

static uint32_t contexts[256] __attribute__((aligned(1024)));
static uint32_t level1[256] __attribute__((aligned(1024)));
static uint32_t level2[64] __attribute__((aligned(256)));
static uint32_t level3[64] __attribute__((aligned(256)));
static uint8_t frames[2][4096] __attribute__((aligned(4096)));

static uint32_t mmu_read(uint32_t reg)
{
	uint32_t value;
	__asm__ volatile("lda [%1] 0x19, %0" : "=r"(value) : "r"(reg) : "memory");
	return value;
}

static void mmu_write(uint32_t reg, uint32_t value)
{
	__asm__ volatile("sta %0, [%1] 0x19" ::"r"(value), "r"(reg) : "memory");
}

static void flush_all(void)
{
	__asm__ volatile("sta %%g0, [%0] 0x18" ::"r"(0x400) : "memory"); /* TLB and caches */
	l1_flush();
}

static uint32_t ptd(const void *table)
{
	return (uint32_t)table >> 4 | ET_PTD;
}

static uint32_t pte(uint32_t physical, uint32_t access, uint32_t flags)
{
	return physical >> 4 | ACC(access) | flags | ET_PTE;
}

static void tables(void)
{
	memset(level1, 0, sizeof level1);
	memset(level2, 0, sizeof level2);
	memset(level3, 0, sizeof level3);
	contexts[0] = ptd(level1);
	level1[0x00] = pte(0x00000000, ACC_RWX, PTE_C);
	level1[0xFF] = pte(0xFF000000, ACC_RW, 0);
	level1[0xF0] = pte(0xF0000000, ACC_RW, 0);
	level1[PAGES >> 24] = ptd(level2);
	level2[0] = ptd(level3);
	level3[PAGE_RW] = pte((uint32_t)frames[0], ACC_RW, PTE_C);
	level3[PAGE_RO] = pte((uint32_t)frames[1], ACC_R, PTE_C);
	level3[PAGE_SUPER] = pte((uint32_t)frames[1], ACC_SUPER, PTE_C);
}

static volatile uint32_t loaded;
static uint32_t target;

NOINLINE static void do_load(void)
{
	__asm__ volatile("ld [%1], %0" : "=r"(loaded) : "r"(target) : "memory");
}

NOINLINE static void do_store(void)
{
	__asm__ volatile("st %0, [%1]" ::"r"(0x5A5A5A5A), "r"(target) : "memory");
}

NOINLINE static void do_jump(void)
{
	((void (*)(void))target)();
}

static void user_load(void)
{
	user_call(do_load);
}

/* FSR: L 9:8, AT 7:5, FT 4:2, FAV 1, OW 0. */
static void expect_fault(const char *name, void (*provoke)(void), uint32_t page, uint32_t tt, uint32_t ft,
			 uint32_t at, uint32_t level)
{
	target = PAGE(page);
	mmu_read(MMU_FSR); /* reading clears */
	record_begin(tt, record, RESUME_SKIP, 0);
	provoke();
	record_end();
	/* FAR first: reading FSR may release it. */
	uint32_t address = mmu_read(MMU_FAR), status = mmu_read(MMU_FSR);
	check_equal(name, seen.count, 1);
	check_equal("  FT", status >> 2 & 7, ft);
	check_equal("  AT", status >> 5 & 7, at);
	check_equal("  L", status >> 8 & 3, level);
	check_equal("  FAV", status >> 1 & 1, 1);
	check_equal("  FAR page", address >> 12, target >> 12);
	check_equal("  FSR cleared by reading", mmu_read(MMU_FSR) >> 2 & 7, 0);
}

static void on_fetch_fault(struct trap_frame *frame)
{
	extern const char fetch_return[];
	record(frame);
	/* Back to do_jump's caller in its own way: a bare return. */
	frame->pc = (uint32_t)fetch_return;
	frame->npc = frame->pc + 4;
}

static void expect_fetch_fault(void)
{
	target = PAGE(PAGE_RW);
	mmu_read(MMU_FSR);
	record_begin(0x01, on_fetch_fault, RESUME_RETRY, 0);
	do_jump();
	record_end();
	uint32_t address = mmu_read(MMU_FAR), status = mmu_read(MMU_FSR);
	check_equal("fetch from a page without X", seen.count, 1);
	check_equal("  pc", seen.pc, target);
	check_equal("  FT", status >> 2 & 7, 2);
	check_equal("  AT", status >> 5 & 7, 3);
	check_equal("  FAR page", address >> 12, target >> 12);
}

void test_mmu(void)
{
	volatile uint32_t *plain = (volatile uint32_t *)(void *)frames[0];
	tables();
	*plain = 0x11112222;
	*(volatile uint32_t *)(void *)frames[1] = 0x33334444;

	mmu_write(MMU_CTXPTR, (uint32_t)contexts >> 4);
	mmu_write(MMU_CTX, 0);
	flush_all();
	mmu_write(MMU_CTRL, mmu_read(MMU_CTRL) | 1);
	flush_all();

	check_equal("MMU on", mmu_read(MMU_CTRL) & 1, 1);
	target = PAGE(PAGE_RW);
	do_load();
	check_equal("load through a page", loaded, 0x11112222);
	check_equal("  R set, M not", level3[PAGE_RW] & (PTE_R | PTE_M), PTE_R);
	do_store();
	check_equal("store through a page", *plain, 0x5A5A5A5A);
	uint32_t entry;
	__asm__ volatile("lda [%1] 0x1c, %0" : "=r"(entry) : "r"(&level3[PAGE_RW]) : "memory");
	check_equal("  R and M set (read by bypass, ASI 0x1C)", entry & (PTE_R | PTE_M), PTE_R | PTE_M);
	target = PAGE(PAGE_RO);
	do_load();
	check_equal("load from a read-only page", loaded, 0x33334444);
	expect_fault("store to a read-only page", do_store, PAGE_RO, 0x09, 2, 5, 3);
	expect_fault("load from an invalid page", do_load, PAGE_INVALID, 0x09, 1, 1, 3);
	expect_fault("user load from a supervisor page", user_load, PAGE_SUPER, 0x09, 3, 0, 3);
	expect_fetch_fault();

	mmu_write(MMU_CTRL, mmu_read(MMU_CTRL) & ~1u);
	flush_all();
	check_equal("MMU off", mmu_read(MMU_CTRL) & 1, 0);
}
