/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* SPARC reference MMU (UM 2.9 ch. 6): one context, identity for RAM and devices,
   and four 4 KiB pages at 0x10000000 with different rights. */
#include "check.h"
#include "mmu.h"
#include "record.h"
#include "regs.h"
#include "usermode.h"
#include <stddef.h>

enum { PAGE_RW, PAGE_RO, PAGE_INVALID, PAGE_SUPER };

static uint8_t frames[2][4096] __attribute__((aligned(4096)));

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
	target = MMU_PAGE(page);
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
	target = MMU_PAGE(PAGE_RW);
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
	mmu_tables();
	mmu_page(PAGE_RW, mmu_pte((uint32_t)frames[0], ACC_RW_RW, PTE_C));
	mmu_page(PAGE_RO, mmu_pte((uint32_t)frames[1], ACC_R_R, PTE_C));
	mmu_page(PAGE_SUPER, mmu_pte((uint32_t)frames[1], ACC_NONE_RWX, PTE_C));
	*plain = 0x11112222;
	*(volatile uint32_t *)(void *)frames[1] = 0x33334444;

	mmu_on();
	check_equal("MMU on", mmu_read(MMU_CTRL) & 1, 1);
	target = MMU_PAGE(PAGE_RW);
	do_load();
	check_equal("load through a page", loaded, 0x11112222);
	check_equal("  R set, M not", mmu_page_entry(PAGE_RW) & (PTE_R | PTE_M), PTE_R);
	do_store();
	check_equal("store through a page", *plain, 0x5A5A5A5A);
	check_equal("  R and M set", mmu_page_entry(PAGE_RW) & (PTE_R | PTE_M), PTE_R | PTE_M);
	target = MMU_PAGE(PAGE_RO);
	do_load();
	check_equal("load from a read-only page", loaded, 0x33334444);
	expect_fault("store to a read-only page", do_store, PAGE_RO, 0x09, 2, 5, 3);
	expect_fault("load from an invalid page", do_load, PAGE_INVALID, 0x09, 1, 1, 3);
	expect_fault("user load from a supervisor page", user_load, PAGE_SUPER, 0x09, 3, 0, 3);
	expect_fetch_fault();

	mmu_off();
	check_equal("MMU off", mmu_read(MMU_CTRL) & 1, 0);
}
