/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Who runs this, where others are, and the special registers (Epiphany Architecture Reference, chapters
   "Memory Architecture" and "Register Set"). */
#ifndef CORE_H
#define CORE_H
#include <stdint.h>

enum { ROWS = 4, COLUMNS = 4, CORES = ROWS * COLUMNS };
/* Core id (row << 6 | column) of core 0. */
#define FIRST_CORE_ID 0x808u

#define MOVFS(reg) ({ uint32_t v_; __asm__ volatile("movfs %0, " #reg : "=r"(v_) : : "memory"); v_; })
#define MOVTS(reg, value) __asm__ volatile("movts " #reg ", %0" : : "r"((uint32_t)(value)) : "memory")

/* Local addresses of registers that other cores reach too. */
enum {
	REG_CONFIG = 0xF0400,
	REG_STATUS = 0xF0404,
	REG_DEBUGSTATUS = 0xF040C,
	REG_IMASK = 0xF0424,
	REG_ILAT = 0xF0428,
	REG_ILATST = 0xF042C,
	REG_ILATCL = 0xF0430,
	REG_CTIMER0 = 0xF0438,
	REG_CTIMER1 = 0xF043C,
	REG_DMA0AUTO0 = 0xF0514,
	REG_MEMSTATUS = 0xF0604,
	REG_MEMPROTECT = 0xF0608,
	REG_MESHCFG = 0xF0700,
	REG_COREID = 0xF0704,
	REG_MULTICAST = 0xF0708,
};

enum {
	STATUS_ACTIVE = 1 << 0,
	STATUS_GID = 1 << 1,
	STATUS_WAND = 1 << 3,
	STATUS_AZ = 1 << 4,
	STATUS_EXCAUSE = 0xF << 16,
};

enum {
	CONFIG_RMODE = 1 << 0,
	CONFIG_IEN = 1 << 1,
	CONFIG_CTIMER0 = 0xF << 4,
	CONFIG_CTIMER1 = 0xF << 8,
	CONFIG_CTRLMODE = 0xF << 12,
};

static inline uint32_t core_row(void)
{
	return (MOVFS(coreid) - FIRST_CORE_ID) >> 6;
}

static inline uint32_t core_column(void)
{
	return (MOVFS(coreid) - FIRST_CORE_ID) & 3;
}

/* 0 to 15, by rows. */
static inline uint32_t core_number(void)
{
	return core_row() * COLUMNS + core_column();
}

/* The window of core `number` in global addresses. */
static inline uint32_t core_window(uint32_t number)
{
	return (FIRST_CORE_ID << 20) + ((number >> 2) << 26) + ((number & 3) << 20);
}

/* What lies at the local address `local` here, in core `number`. */
static inline void *at_core(uint32_t number, const volatile void *local)
{
	return (void *)(core_window(number) | (uint32_t)local);
}

static inline volatile uint32_t *reg_at(uint32_t number, uint32_t reg)
{
	return (volatile uint32_t *)(core_window(number) | reg);
}

/* For variables in the shared DRAM, one for all cores; zero before the start. */
#define SHARED __attribute__((section(".shared")))
/* For variables that other cores write: .bss is cleared by each core's own start code, which may come
   after the first write of a core that started earlier. */
#define REMOTE __attribute__((section(".data")))
/* Code and constants in external memory. */
#define DRAM __attribute__((section(".dram"), noinline))
/* A bank of SRAM; not cleared. */
#define BANK1 __attribute__((section(".bank1"), aligned(8)))
#define BANK2 __attribute__((section(".bank2"), aligned(8)))
/* The stack is in bank 0 then. */
#define BANK3 __attribute__((section(".bank3"), aligned(8)))

void exit(int status) __attribute__((noreturn));
#endif
