/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Register access, base addresses of the TC275 (TC27x User's Manual, memory maps), placement of data and
   code in the chip's memories, and the instructions that C cannot name. */
#ifndef REGS_H
#define REGS_H

#include "csfr.h"
#include <stdint.h>

#define REG32(address) (*(volatile uint32_t *)(address))

#define STM_BASE(n) (0xF0000000u + 0x100u * (n))
#define ASCLIN0_BASE 0xF0000600u
#define SCU_BASE 0xF0036000u
#define INT_SRB(n) REG32(0xF0037010u + 4u * (n)) /* writes request GPSR n */
#define SRC(offset) REG32(0xF0038000u + (offset))
#define P14_BASE 0xF003B400u
#define FLASH0_FCON REG32(0xF8002014u)
/* The window through which others see the CSFRs of core n. */
#define CSFR_WINDOW(n, offset) REG32(0xF8810000u + 0x20000u * (n) + (offset))

#define CPU_HZ 200000000u
#define STM_HZ 100000000u
#define CORES 3u

/* Where a variable or function lies; linker script and start code know these sections. LMU memory starts
   as zeros. Functions outside the cached flash are called through a register. */
#define SECTION(name) __attribute__((section(name)))
#define IN_DSPR(n) SECTION(".data.cpu" #n)
#define IN_DSPR_BSS(n) SECTION(".bss.cpu" #n)
#define IN_LMU SECTION(".bss.lmu")
#define IN_LMU_UNCACHED SECTION(".bss.lmu_uncached")
#define IN_PSPR(n) SECTION(".pspr" #n) __attribute__((longcall, noipa))
#define IN_FLASH_UNCACHED SECTION(".flash_uncached") __attribute__((longcall, noipa))
#define IN_FLASH1 SECTION(".flash1") __attribute__((noipa))
#define IN_FLASH1_UNCACHED SECTION(".flash1_uncached") __attribute__((longcall, noipa))

#define COMPILER_BARRIER() __asm__ volatile("" ::: "memory")
#define NOINLINE __attribute__((noipa))

#define MFCR(offset)                                                                    \
	({                                                                              \
		uint32_t mfcr_;                                                         \
		__asm__ volatile("mfcr %0, %1" : "=d"(mfcr_) : "i"(offset) : "memory"); \
		mfcr_;                                                                  \
	})
#define MTCR(offset, value) \
	__asm__ volatile("mtcr %0, %1\n\tisync" ::"i"(offset), "d"((uint32_t)(value)) : "memory")

static inline uint32_t core_index(void)
{
	uint32_t value;
	__asm__("mfcr %0, %1" : "=d"(value) : "i"(CSFR_CORE_ID));
	return value & 7;
}

static inline void dsync(void)
{
	__asm__ volatile("dsync" ::: "memory");
}

static inline void isync(void)
{
	__asm__ volatile("isync" ::: "memory");
}

static inline void nop(void)
{
	__asm__ volatile("nop");
}

#define ICR_IE (1u << 15)
#define ICR_CCPN 0x3FFu

static inline void interrupts_enable(void)
{
	__asm__ volatile("enable" ::: "memory");
}

static inline void interrupts_disable(void)
{
	__asm__ volatile("disable" ::: "memory");
}

/* Address of a CSA from a link word as in PCXI, FCX and LCX. */
static inline volatile uint32_t *csa_address(uint32_t link)
{
	return (volatile uint32_t *)(((link >> 16 & 15) << 28) | (link & 0xFFFF) << 6);
}

#endif
