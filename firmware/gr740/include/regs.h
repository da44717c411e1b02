/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Register access, base addresses of the GR740 (UM 2.9, memory map in ch. 2),
   and the instructions that C cannot name. */
#ifndef REGS_H
#define REGS_H

#include <stdint.h>

#define REG32(address) (*(volatile uint32_t *)(address))

#define L2CACHE_BASE 0xF0000000u
#define APBUART0_BASE 0xFF900000u
#define APBUART1_BASE 0xFF901000u
#define IRQAMP_BASE 0xFF904000u
#define GPTIMER0_BASE 0xFF908000u
#define GPTIMER1_BASE 0xFF909000u
#define CLKGATE_BASE 0xFFA04000u
#define THSENS_BASE 0xFFA0A000u
#define L4STAT_BASE 0xFFA0D000u

/* CPU and AHB clock; the monitor sets GPTIMER SRELOAD to CPU_HZ / 1 MHz - 1. */
#define CPU_HZ 250000000u
#define CYCLES_PER_US (CPU_HZ / 1000000u)

#define PSR_EF 0x1000u
#define PSR_PIL_SHIFT 8
#define PSR_PIL 0x0F00u
#define PSR_S 0x80u
#define PSR_PS 0x40u
#define PSR_ET 0x20u

#define COMPILER_BARRIER() __asm__ volatile("" ::: "memory")
#define NOINLINE __attribute__((noinline, noclone))

static inline uint32_t psr_read(void)
{
	uint32_t value;
	__asm__ volatile("rd %%psr, %0" : "=r"(value));
	return value;
}

static inline void psr_write(uint32_t value)
{
	__asm__ volatile("wr %0, 0, %%psr; nop; nop; nop" ::"r"(value) : "memory", "cc");
}

/* Processor interrupt level: 15 = all off (but level 15), 0 = all on. */
static inline uint32_t pil_set(uint32_t level)
{
	uint32_t psr = psr_read();
	psr_write((psr & ~PSR_PIL) | level << PSR_PIL_SHIFT);
	return (psr & PSR_PIL) >> PSR_PIL_SHIFT;
}

static inline uint32_t cpu_index(void)
{
	uint32_t value;
	__asm__ volatile("rd %%asr17, %0" : "=r"(value));
	return value >> 28;
}

/* Low word of the system-clock counter, the cheap way to time short code. */
static inline uint32_t cycles32(void)
{
	uint32_t value;
	__asm__ volatile("rd %%asr23, %0" : "=r"(value)::"memory");
	return value;
}

/* All 56 bits; asr23 may carry into asr22 between two reads. */
static inline uint64_t cycles64(void)
{
	uint32_t high, low, again;
	do {
		__asm__ volatile("rd %%asr22, %0" : "=r"(high)::"memory");
		__asm__ volatile("rd %%asr23, %0" : "=r"(low)::"memory");
		__asm__ volatile("rd %%asr22, %0" : "=r"(again)::"memory");
	} while (high != again);
	return (uint64_t)(high & 0xFFFFFF) << 32 | low;
}

/* Cache control register (ASI 2, offset 0). */
static inline uint32_t ccr_read(void)
{
	uint32_t value;
	__asm__ volatile("lda [%%g0] 2, %0" : "=r"(value));
	return value;
}

static inline void ccr_write(uint32_t value)
{
	__asm__ volatile("sta %0, [%%g0] 2" ::"r"(value) : "memory");
}

#define CCR_DS (1u << 23)
#define CCR_FD (1u << 22)
#define CCR_FI (1u << 21)
#define CCR_IP (1u << 15)
#define CCR_DP (1u << 14)
#define CCR_ENABLED 0x0081000Fu

/* Empties both first-level caches and waits until the flush is over. */
static inline void l1_flush(void)
{
	ccr_write(CCR_ENABLED | CCR_FD | CCR_FI);
	while (ccr_read() & (CCR_IP | CCR_DP))
		;
}

/* Forces the window registers to the stack (trap 0x83). */
static inline void windows_flush(void)
{
	__asm__ volatile("ta 3" ::: "memory");
}

#endif
