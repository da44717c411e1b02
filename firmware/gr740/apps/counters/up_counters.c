/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* %asr22 and %asr23 of each core: the up-counter, which bit 31 of %asr22 stops. */
#include "check.h"
#include "counters.h"
#include "smp.h"

#define STOP 0x80000000u
#define HIGH 0xFFFFFFu

static inline uint32_t high_read(void)
{
	uint32_t value;
	__asm__ volatile("rd %%asr22, %0" : "=r"(value)::"memory");
	return value;
}

static inline void high_write(uint32_t value)
{
	__asm__ volatile("wr %%g0, %0, %%asr22" ::"r"(value) : "memory");
}

static inline void low_write(uint32_t value)
{
	__asm__ volatile("wr %%g0, %0, %%asr23" ::"r"(value) : "memory");
}

/* What each core found. */
static struct {
	uint32_t held, kept, carried, counted, wanted;
} found[MAX_CPUS];

/* Leaves the counter stopped, at values of this core alone. */
static void patterns(void *arg)
{
	static const uint32_t low[] = { 0x5A3CA5C3, 0xA5C35A3C, 0xFFFFFFFF, 0x0F0F1E1E, 0 };
	uint32_t cpu = cpu_index(), good = 0;
	(void)arg;
	for (uint32_t i = 0; i < 5; i++) {
		uint32_t high = STOP | ((low[i] >> 4 ^ cpu) & HIGH);
		high_write(high);
		low_write(low[i] ^ cpu << 8);
		good += high_read() == high && cycles32() == (low[i] ^ cpu << 8);
	}
	low_write(0);
	good += cycles32() == 0;
	high_write(STOP | (0x111111u * (cpu + 1) & HIGH));
	low_write(0x2468ACE0u + (cpu << 20) + cpu);
	found[cpu].held = good;
}

static void again(void *arg)
{
	uint32_t cpu = cpu_index();
	(void)arg;
	found[cpu].kept = high_read() == (STOP | (0x111111u * (cpu + 1) & HIGH)) &&
			  cycles32() == 0x2468ACE0u + (cpu << 20) + cpu;
	/* The carry, then from 0, running. */
	low_write(0xFFFFFFF0);
	high_write(5);
	for (uint32_t i = 0; i < 32; i++)
		__asm__ volatile("nop");
	found[cpu].carried = high_read() == 6 && cycles32() < 1000;
	high_write(0);
	low_write(0);
	uint32_t first = 0, second = 0, third = 0;
	for (uint32_t i = 0; i < 3; i++) { /* its code into the cache */
		first = cycles32();
		__asm__ volatile("nop; nop; nop; nop");
		second = cycles32();
		__asm__ volatile("nop; nop; nop; nop");
		third = cycles32();
	}
	found[cpu].counted = high_read() == 0 && second - first == third - second && second != first &&
			     third < 5000;
}

static void on_all(void (*fn)(void *), uint32_t cores)
{
	for (uint32_t cpu = 1; cpu < cores; cpu++) {
		smp_run(cpu, fn, 0);
		smp_wait(cpu);
	}
	fn(0);
	/* Once more: by now every other core has been here. */
}

void test_up_counters(void)
{
	uint32_t cores = smp_cores();
	on_all(patterns, cores);
	on_all(again, cores);
	for (uint32_t cpu = 0; cpu < cores; cpu++) {
		check_equal("up-counter holds what is written, stopped", found[cpu].held, 6);
		check_equal("  keeps it while others write theirs", found[cpu].kept, 1);
		check_equal("  carries into its upper half", found[cpu].carried, 1);
		check_equal("  counts from 0, steadily", found[cpu].counted, 1);
	}
}
