/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What the other cores cost: cpu0 runs a fixed piece of work while none, one, two
   and three other cores load the Processor bus, the L2 cache or the SDRAM. */
#include "check.h"
#include "l2cache.h"
#include "printf.h"
#include "smp.h"

#define KIB 1024u
#define LINE 32u
#define HIT_BYTES (64 * KIB)     /* beyond L1, well inside L2 */
#define MISS_BYTES (4096 * KIB)  /* twice L2: LRU never hits */
#define VICTIM_LOADS 8192u
#define VICTIM_MISSES 2048u

struct core_memory {
	volatile uint32_t hit[HIT_BYTES / 4];
	volatile uint32_t miss[MISS_BYTES / 4];
};
static struct core_memory memory[MAX_CPUS] __attribute__((section(".noinit"), aligned(4096)));

static volatile uint32_t stop;
static volatile uint32_t running[MAX_CPUS][LINE / 4] __attribute__((aligned(32)));

/* One load of each line from `begin` on, eight to a turn. */
NOINLINE static void read_lines(volatile uint32_t *begin, uint32_t lines)
{
	volatile uint32_t *p = begin;
	for (uint32_t i = 0; i < lines; i += 8, p += 8 * LINE / 4) {
		(void)p[0 * LINE / 4];
		(void)p[1 * LINE / 4];
		(void)p[2 * LINE / 4];
		(void)p[3 * LINE / 4];
		(void)p[4 * LINE / 4];
		(void)p[5 * LINE / 4];
		(void)p[6 * LINE / 4];
		(void)p[7 * LINE / 4];
	}
}

NOINLINE static void write_words(volatile uint32_t *begin, uint32_t words)
{
	for (uint32_t i = 0; i < words; i += 8) {
		begin[i + 0] = i;
		begin[i + 1] = i;
		begin[i + 2] = i;
		begin[i + 3] = i;
		begin[i + 4] = i;
		begin[i + 5] = i;
		begin[i + 6] = i;
		begin[i + 7] = i;
	}
}

/* Aggressors: until cpu0 says stop, looking every 64 accesses or so. */
NOINLINE static void stream_hits(void *arg)
{
	struct core_memory *m = arg;
	uint32_t at = 0;
	running[cpu_index()][0] = 1;
	while (!stop) {
		read_lines(&m->hit[at], 64);
		at = (at + 64 * LINE / 4) % (HIT_BYTES / 4);
	}
}

NOINLINE static void stream_misses(void *arg)
{
	struct core_memory *m = arg;
	uint32_t at = 0;
	running[cpu_index()][0] = 1;
	while (!stop) {
		read_lines(&m->miss[at], 64);
		at = (at + 64 * LINE / 4) % (MISS_BYTES / 4);
	}
}

NOINLINE static void stream_stores(void *arg)
{
	struct core_memory *m = arg;
	uint32_t at = 0;
	running[cpu_index()][0] = 1;
	while (!stop) {
		write_words(&m->hit[at], 64);
		at = (at + 64) % (HIT_BYTES / 4);
	}
}

NOINLINE static void stream_atomics(void *arg)
{
	struct core_memory *m = arg;
	running[cpu_index()][0] = 1;
	while (!stop)
		for (int i = 0; i < 32; i++)
			swap32(&m->hit[0], 0);
}

/* Victims: the same number of accesses every time. */
NOINLINE static uint32_t victim_hits(void)
{
	uint32_t passes = VICTIM_LOADS / (HIT_BYTES / LINE);
	uint32_t start = cycles32();
	for (uint32_t i = 0; i < passes; i++)
		read_lines(memory[0].hit, HIT_BYTES / LINE);
	return cycles32() - start;
}

NOINLINE static uint32_t victim_misses(void)
{
	uint32_t start = cycles32();
	read_lines(memory[0].miss, VICTIM_MISSES);
	return cycles32() - start;
}

static uint32_t run(uint32_t aggressors, void (*aggressor)(void *), uint32_t (*victim)(void))
{
	l2cache_flush(L2_PURGE_ALL, 0);
	if (victim == victim_hits)
		read_lines(memory[0].hit, HIT_BYTES / LINE);
	stop = 0;
	for (uint32_t cpu = 1; cpu <= aggressors; cpu++) {
		read_lines(memory[cpu].hit, HIT_BYTES / LINE);
		running[cpu][0] = 0;
		smp_run(cpu, aggressor, &memory[cpu]);
	}
	for (uint32_t cpu = 1; cpu <= aggressors; cpu++)
		while (!running[cpu][0])
			;
	uint32_t cycles = victim();
	stop = 1;
	for (uint32_t cpu = 1; cpu <= aggressors; cpu++)
		smp_wait(cpu);
	return cycles;
}

static const struct {
	const char *name;
	void (*aggressor)(void *);
	uint32_t (*victim)(void);
} scenes[] = {
	{ "L2-hit reads against L2-hit reads", stream_hits, victim_hits },
	{ "SDRAM reads against SDRAM reads", stream_misses, victim_misses },
	{ "L2-hit reads against stores", stream_stores, victim_hits },
	{ "L2-hit reads against atomics", stream_atomics, victim_hits },
};

int main(void)
{
	uint32_t cores = smp_cores();
	smp_start(cores);
	printf("Victim cycles on cpu0 with 0 to %u aggressors\n", cores - 1);
	for (uint32_t i = 0; i < sizeof scenes / sizeof scenes[0]; i++) {
		uint32_t cycles[MAX_CPUS];
		int grows = 1;
		run(0, scenes[i].aggressor, scenes[i].victim); /* code into L1 */
		printf("%-34s", scenes[i].name);
		for (uint32_t n = 0; n < cores; n++) {
			cycles[n] = run(n, scenes[i].aggressor, scenes[i].victim);
			printf(" %8u", cycles[n]);
			if (n > 0 && cycles[n] <= cycles[n - 1])
				grows = 0;
		}
		printf("  x%.2f\n", (double)cycles[cores - 1] / cycles[0]);
		check_true("grows with every aggressor", grows);
	}
	return check_result();
}
