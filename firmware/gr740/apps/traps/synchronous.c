/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "check.h"
#include "record.h"
#include "regs.h"
#include "usermode.h"
#include <stddef.h>

PROVOKE(illegal);
PROVOKE(illegal_rett);
PROVOKE(privileged);
PROVOKE(privileged_asi);
PROVOKE(fp_disabled);
PROVOKE(fp_disabled_load);
PROVOKE(fp_disabled_branch);
PROVOKE(cp_disabled);
PROVOKE(misaligned_load);
PROVOKE(misaligned_half);
PROVOKE(misaligned_double);
PROVOKE(misaligned_store);
PROVOKE(misaligned_jump);
PROVOKE(tag_overflow);
PROVOKE(tag_arithmetic);
PROVOKE(divide_zero);
PROVOKE(divide_zero_signed);
PROVOKE(data_access);
PROVOKE(data_access_atomic);
PROVOKE(data_store);
PROVOKE(fetch_access);
PROVOKE(in_slot);
PROVOKE(in_call_slot);
PROVOKE(in_taken_annul_slot);
PROVOKE(annulled);
PROVOKE(ticc_not_taken);
PROVOKE(ticc_register);
extern const char data_store_end[], fetch_return[], ticc_table[];

#define EXPECT(name, tt) expect_trap(#name, name, tt, name##_at, name##_next)

static void user_privileged(void)
{
	user_call(privileged);
}

static void user_privileged_asi(void)
{
	user_call(privileged_asi);
}

static void nothing(void)
{
}

static void test_imprecise_store(void)
{
	record_begin(0x2B, record, RESUME_RETRY, 0);
	data_store();
	record_end();
	check_equal("data_store_error: traps", seen.count, 1);
	check_range("data_store_error: pc", seen.pc, (uint32_t)data_store_next, (uint32_t)data_store_end);
	check_equal("data_store_error: npc", seen.npc, seen.pc + 4);
}

static void test_fetch(void)
{
	record_begin(0x01, record, RESUME_AT, (uint32_t)fetch_return);
	fetch_access();
	record_end();
	check_equal("instruction_access_exception: traps", seen.count, 1);
	check_equal("instruction_access_exception: pc", seen.pc, 0xE0000000);
	check_equal("instruction_access_exception: npc", seen.npc, 0xE0000004);
}

static void test_ticc(void)
{
	uint32_t good = 0;
	for (uint32_t n = 0; n < 128; n++) {
		const char *stub = ticc_table + 12 * n;
		void (*provoke)(void) = (void (*)(void))(uint32_t)stub;
		if (n == 3) { /* window flush: handled in windows.S */
			provoke();
			continue;
		}
		record_begin(TT_TICC(n), record, RESUME_SKIP, 0);
		provoke();
		record_end();
		good += seen.count == 1 && seen.tt == 0x80 + n && seen.pc == (uint32_t)stub &&
			seen.npc == (uint32_t)stub + 4;
	}
	check_equal("ta 0 ... ta 127 except 3: as expected", good, 127);
}

void test_synchronous(void)
{
	EXPECT(illegal, 0x02);
	/* RETT with ET = 1 in supervisor mode is an illegal instruction. */
	EXPECT(illegal_rett, 0x02);
	expect_trap("privileged instruction, user mode", user_privileged, 0x03, privileged_at, privileged_next);
	check_equal("  PS of a trap from user mode", seen.psr >> 6 & 1, 0);
	expect_trap("privileged ASI, user mode", user_privileged_asi, 0x03, privileged_asi_at,
		    privileged_asi_next);
	user_call(nothing);
	check_equal("S after user mode", psr_read() >> 7 & 1, 1);
	EXPECT(fp_disabled, 0x04);
	EXPECT(fp_disabled_load, 0x04);
	EXPECT(fp_disabled_branch, 0x04);
	EXPECT(cp_disabled, 0x24);
	EXPECT(misaligned_load, 0x07);
	EXPECT(misaligned_half, 0x07);
	EXPECT(misaligned_double, 0x07);
	EXPECT(misaligned_store, 0x07);
	EXPECT(misaligned_jump, 0x07);
	EXPECT(tag_overflow, 0x0A);
	EXPECT(tag_arithmetic, 0x0A);
	EXPECT(divide_zero, 0x2A);
	EXPECT(divide_zero_signed, 0x2A);
	EXPECT(data_access, 0x09);
	EXPECT(data_access_atomic, 0x09);
	test_imprecise_store();
	test_fetch();
	EXPECT(in_slot, 0x02);
	EXPECT(in_call_slot, 0x02);
	EXPECT(in_taken_annul_slot, 0x02);
	expect_none("annulled delay slots do not trap", annulled, 0x02);
	expect_none("Ticc whose condition does not hold", ticc_not_taken, 0x85);
	EXPECT(ticc_register, 0x95);
	test_ticc();
}
