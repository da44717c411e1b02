/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* TLB events: with the MMU on, eight pages for code and eight for data that no
   TLB has; the program itself lies in one 16 MiB page. */
#include "check.h"
#include "events.h"
#include "mmu.h"

void test_tlb(void)
{
	mmu_tables();
	for (uint32_t n = 0; n < 16; n++)
		mmu_page(n, mmu_pte((uint32_t)page_of_returns, ACC_RWX_RWX, PTE_C));
	mmu_on();
	uint32_t instruction = count(0x01, 0, TLB, kernel_page_calls);
	uint32_t instruction_hold = count(0x03, 0, TLB, kernel_page_calls);
	uint32_t data = count(0x09, 0, TLB, kernel_page_loads);
	uint32_t data_hold = count(0x0B, 0, TLB, kernel_page_loads);
	uint32_t again = count(0x09, 0, WARM, kernel_page_loads);
	mmu_off();
	check_equal("0x01 I-MMU TLB misses", instruction, 8);
	/* a walk is up to four reads and a write */
	check_range("0x03 I-MMU hold cycles", instruction_hold, 8 * 4, 8 * 400);
	check_equal("0x09 D-MMU TLB misses", data, 8);
	check_range("0x0b D-MMU hold cycles", data_hold, 8 * 4, 8 * 400);
	check_equal("0x09 D-MMU TLB misses, warm", again, 0);
	check_equal("0x01 I-MMU TLB misses, MMU off", count(0x01, 0, COLD_I, kernel_code_lines), 0);
	check_equal("0x03 I-MMU hold cycles, MMU off", count(0x03, 0, COLD_I, kernel_code_lines), 0);
	check_equal("0x09 D-MMU TLB misses, MMU off", count(0x09, 0, COLD_D, kernel_load_lines), 0);
	check_equal("0x0b D-MMU hold cycles, MMU off", count(0x0B, 0, COLD_D, kernel_load_lines), 0);
}
