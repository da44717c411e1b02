/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Programs and erases flash by command sequences: sectors and pages of the data flash, a page of program
   flash 1, what the flash refuses, and a small log with versions as an emulated EEPROM keeps it. */
#include "check.h"
#include "interrupt.h"
#include "printf.h"
#include "stm.h"
#include "wdt.h"

#define FLASH0_FSR REG32(0xF8002010u)
#define FSR_D0BUSY (1u << 1)
#define FSR_P1BUSY (1u << 4)
#define FSR_PROG (1u << 7)
#define FSR_ERASE (1u << 8)
#define FSR_DFPAGE (1u << 10)
#define FSR_SQER (1u << 12)
#define FSR_PROER (1u << 13)
#define FCON_EOBM (1u << 31)
#define SRC_PMU00 SRC(0xC30)

#define DFLASH 0xAF000000u
#define SECTOR 0x2000u
#define COMMAND(offset) REG32(DFLASH + (offset))
#define FREE_PAGE 0xA03C0000u /* last sector of program flash 1, not cached */

enum { RESET_TO_READ = 0xF0, CLEAR_STATUS = 0xFA, PAGE_PFLASH = 0x50, PAGE_DFLASH = 0x5D };
enum { WRITE_PAGE = 0xAA, WRITE_BURST = 0x7A, ERASE = 0x50 };

static volatile uint32_t finished;

static void on_end_of_busy(uint32_t priority)
{
	(void)priority;
	finished++;
}

static void simple(uint32_t command)
{
	COMMAND(0x5554) = command;
	dsync();
}

static void sequence(uint32_t address, uint32_t count, uint32_t first, uint32_t last)
{
	COMMAND(0xAA50) = address;
	COMMAND(0xAA58) = count;
	COMMAND(0xAAA8) = first;
	COMMAND(0xAAA8) = last;
	dsync();
}

/* What changes flash needs the ENDINIT of the safety watchdog cleared. */
static void opened(uint32_t address, uint32_t count, uint32_t first, uint32_t last)
{
	safety_endinit_open();
	sequence(address, count, first, last);
	safety_endinit_close();
}

static void load(uint32_t low, uint32_t high)
{
	COMMAND(0x55F0) = low;
	COMMAND(0x55F4) = high;
}

static void wait_busy(uint32_t bit)
{
	while (FLASH0_FSR & bit)
		;
}

static void write_page(uint32_t address, uint32_t low, uint32_t high)
{
	simple(PAGE_DFLASH);
	load(low, high);
	opened(address, 0, 0xA0, WRITE_PAGE);
	wait_busy(FSR_D0BUSY);
}

static uint32_t errors(void)
{
	uint32_t flags = FLASH0_FSR & (FSR_SQER | FSR_PROER);
	simple(CLEAR_STATUS);
	return flags;
}

static void test_erase(void)
{
	uint32_t before = STM_TIM0(0), sum = 0;
	interrupt_set(10, on_end_of_busy);
	interrupt_route(&SRC_PMU00, core_index(), 10);
	FLASH0_FCON |= FCON_EOBM;
	opened(DFLASH, 2, 0x80, ERASE);
	check_equal("erasing two sectors", FLASH0_FSR, FSR_ERASE | FSR_D0BUSY);
	interrupts_enable();
	while (!finished)
		__asm__ volatile("wait");
	interrupts_disable();
	FLASH0_FCON &= ~FCON_EOBM;
	check_equal("the end of it interrupts", FLASH0_FSR, FSR_ERASE);
	printf("two sectors were erased in %u us\n", (STM_TIM0(0) - before) / 100);
	simple(CLEAR_STATUS);
	check_equal("clear status", FLASH0_FSR, 0);
	for (uint32_t i = 0; i < 2 * SECTOR; i += 4)
		sum |= REG32(DFLASH + i);
	check_equal("they read zero", sum, 0);
}

static void test_program(void)
{
	uint32_t before;
	simple(PAGE_DFLASH);
	check_equal("page mode", FLASH0_FSR, FSR_DFPAGE);
	load(0x11223344, 0x55667788);
	before = STM_TIM0(0);
	opened(DFLASH + 8, 0, 0xA0, WRITE_PAGE);
	check_equal("programming", FLASH0_FSR, FSR_PROG | FSR_D0BUSY);
	wait_busy(FSR_D0BUSY);
	printf("a page of the data flash was programmed in %u us\n", (STM_TIM0(0) - before) / 100);
	check_equal("its low word", REG32(DFLASH + 8), 0x11223344);
	check_equal("its high word", REG32(DFLASH + 12), 0x55667788);
	check_equal("the page before it", REG32(DFLASH + 4), 0);
	simple(PAGE_DFLASH);
	for (uint32_t i = 1; i < 8; i += 2)
		load(i, i + 1);
	opened(DFLASH + 32, 0, 0xA0, WRITE_BURST);
	wait_busy(FSR_D0BUSY);
	check_true("a burst", REG32(DFLASH + 32) == 1 && REG32(DFLASH + 60) == 8);

	simple(PAGE_PFLASH);
	for (uint32_t i = 0; i < 4; i++)
		load(0xC0DE0000 + i, i);
	opened(FREE_PAGE, 0, 0xA0, WRITE_PAGE);
	wait_busy(FSR_P1BUSY);
	check_equal("a page of the program flash", REG32(FREE_PAGE + 24), 0xC0DE0003);
	check_equal("no errors", errors(), 0);
}

static void test_refused(void)
{
	opened(DFLASH + 8, 1, 0x80, ERASE);
	check_equal("not the start of a sector", errors(), FSR_SQER);
	opened(DFLASH, 0, 0xA0, WRITE_PAGE);
	check_equal("a page outside of page mode", errors(), FSR_SQER);
	simple(0x77);
	check_equal("no such command", errors(), FSR_SQER);
	sequence(DFLASH, 1, 0x80, ERASE);
	check_equal("ENDINIT is set", errors(), FSR_PROER);
	opened(0xAF100000, 1, 0x80, ERASE);
	check_equal("a user configuration block", errors(), FSR_PROER);
	check_equal("the page is still there", REG32(DFLASH + 8), 0x11223344);
	simple(RESET_TO_READ);
}

/* Records of a key, a version and a value; the newest one of a key counts. */
static uint32_t next_record = DFLASH + SECTOR;

static void remember(uint32_t key, uint32_t version, uint32_t value)
{
	write_page(next_record, 0x80000000 | key << 16 | version, value);
	next_record += 8;
}

static uint32_t recall(uint32_t key)
{
	uint32_t value = 0;
	for (uint32_t at = DFLASH + SECTOR; at < next_record; at += 8)
		if ((REG32(at) >> 16 & 0x7FFF) == key)
			value = REG32(at + 4);
	return value;
}

static void test_log(void)
{
	for (uint32_t version = 0; version < 10; version++)
		for (uint32_t key = 1; key <= 3; key++)
			remember(key, version, 1000 * key + version);
	check_equal("the newest value of key 1", recall(1), 1009);
	check_equal("the newest value of key 3", recall(3), 3009);
	check_equal("no errors in 30 pages", errors(), 0);
}

int main(void)
{
	test_erase();
	test_program();
	test_refused();
	test_log();
	return check_result();
}
