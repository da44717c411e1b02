/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Each of four cores reads 64 x 64 bytes of its own ten times, then 256 x 256: one
   core after the other, all released at once by a barrier, and all without a
   barrier between their runs. 4 KiB stay in the first data cache, 64 KiB do not.
   Before the seventh of the released runs over 64 KiB core 0 reads as much as the
   L2 cache holds: that run's reads come from SDRAM, and it is late. */
#include "check.h"
#include "printf.h"
#include "smp.h"

#define SMALL (64u * 64u)
#define LARGE (256u * 256u)
#define RUNS 10u
#define DISPLACED 6u         /* the seventh */
#define L2_BYTES (2048u * 1024u)
#define LINE 32u

static uint8_t data[MAX_CPUS][LARGE] __attribute__((section(".noinit"), aligned(4096)));

static volatile uint8_t others[L2_BYTES] __attribute__((section(".noinit"), aligned(4096)));

/* What lies in the L2 cache makes room for something else. */
NOINLINE static void displace(void)
{
	for (uint32_t i = 0; i < L2_BYTES; i += LINE)
		(void)others[i];
}

static inline uint32_t read_bytes(const uint8_t *from, uint32_t bytes)
{
	uint32_t sum = 0;
	for (uint32_t i = 0; i < bytes; i++)
		sum += from[i];
	return sum;
}

/* A function a case, so that each has its rows in a profile. */
#define READER(name, bytes) \
	__attribute__((no_icf)) NOINLINE static uint32_t name(const uint8_t *from) \
	{ \
		return read_bytes(from, bytes); \
	}
READER(read_small_sequential, SMALL)
READER(read_small_parallel, SMALL)
READER(read_small_free, SMALL)
READER(read_large_sequential, LARGE)
READER(read_large_parallel, LARGE)
READER(read_large_free, LARGE)

enum order { SEQUENTIAL, PARALLEL, FREE };

static const struct reader {
	const char *name;
	uint32_t (*read)(const uint8_t *from);
	uint32_t bytes;
	enum order order;
} readers[] = {
	{ "4 KiB, one after the other", read_small_sequential, SMALL, SEQUENTIAL },
	{ "4 KiB, released at once", read_small_parallel, SMALL, PARALLEL },
	{ "4 KiB, without a barrier", read_small_free, SMALL, FREE },
	{ "64 KiB, one after the other", read_large_sequential, LARGE, SEQUENTIAL },
	{ "64 KiB, released at once", read_large_parallel, LARGE, PARALLEL },
	{ "64 KiB, without a barrier", read_large_free, LARGE, FREE },
};
#define READERS (sizeof readers / sizeof readers[0])

static struct barrier barrier;
static uint32_t cores;
static uint32_t sums[READERS][MAX_CPUS];
static struct {
	uint32_t cycles[READERS][RUNS];
	uint32_t wrong;
} measured[MAX_CPUS] __attribute__((aligned(32)));

static void run_once(uint32_t number, uint32_t run)
{
	const struct reader *r = &readers[number];
	uint32_t cpu = cpu_index(), start = cycles32();
	uint32_t sum = r->read(data[cpu]);
	measured[cpu].cycles[number][run] = cycles32() - start;
	measured[cpu].wrong += sum != sums[number][cpu];
}

static void run_all(void *arg)
{
	(void)arg;
	for (uint32_t number = 0; number < READERS; number++) {
		const struct reader *r = &readers[number];
		barrier_wait(&barrier, cores);
		for (uint32_t run = 0; run < RUNS; run++) {
			if (r->order == FREE) {
				run_once(number, run);
				continue;
			}
			if (r->read == read_large_parallel && run == DISPLACED && cpu_index() == 0)
				displace();
			if (r->order == PARALLEL) {
				barrier_wait(&barrier, cores);
				run_once(number, run);
				barrier_wait(&barrier, cores);
				continue;
			}
			for (uint32_t turn = 0; turn < cores; turn++) {
				if (turn == cpu_index())
					run_once(number, run);
				barrier_wait(&barrier, cores);
			}
		}
	}
}

/* Bytes, and their sums by a way of their own: from the last one to the first. */
static void fill(void)
{
	uint32_t x = 1;
	for (uint32_t cpu = 0; cpu < cores; cpu++) {
		for (uint32_t i = 0; i < LARGE; i++) {
			x = x * 1103515245u + 12345u;
			data[cpu][i] = (uint8_t)(x >> 24);
		}
		for (uint32_t number = 0; number < READERS; number++)
			for (uint32_t i = readers[number].bytes; i-- > 0;)
				sums[number][cpu] += data[cpu][i];
	}
}

/* The slowest core's cycles. */
static uint32_t slowest(uint32_t number, uint32_t run)
{
	uint32_t most = 0;
	for (uint32_t cpu = 0; cpu < cores; cpu++)
		if (measured[cpu].cycles[number][run] > most)
			most = measured[cpu].cycles[number][run];
	return most;
}

/* Of the runs but the first, which finds the caches as the case before left them,
   and the one behind `displace`. */
static uint32_t usual(uint32_t number)
{
	uint32_t sum = 0;
	for (uint32_t run = 1; run < RUNS; run++)
		if (run != DISPLACED)
			sum += slowest(number, run);
	return sum / (RUNS - 2);
}

int main(void)
{
	cores = smp_cores();
	fill();
	smp_start(cores);
	for (uint32_t cpu = 1; cpu < cores; cpu++)
		smp_run(cpu, run_all, 0);
	run_all(0);
	uint32_t wrong = 0;
	for (uint32_t cpu = 1; cpu < cores; cpu++)
		smp_wait(cpu);
	for (uint32_t cpu = 0; cpu < cores; cpu++)
		wrong += measured[cpu].wrong;

	printf("Cycles of the slowest core, by run\n");
	for (uint32_t number = 0; number < READERS; number++) {
		printf("%-28s", readers[number].name);
		for (uint32_t run = 0; run < RUNS; run++)
			printf(" %7u", slowest(number, run));
		printf("\n");
	}
	check_equal("sums that are wrong", wrong, 0);
	/* A byte takes five cycles and a line 32 bytes, so that four cores leave most
	   of the bus free: reading at once costs next to nothing. */
	check_range("4 KiB at once, of a thousand alone", usual(1) * 1000 / usual(0), 995, 1005);
	check_range("64 KiB at once, of a thousand alone", usual(4) * 1000 / usual(3), 990, 1010);
	check_true("the seventh run over 64 KiB is the longest", slowest(4, DISPLACED) > slowest(4, 0) &&
	                                                             slowest(4, DISPLACED) * 10 > usual(4) * 11);
	return check_result();
}
