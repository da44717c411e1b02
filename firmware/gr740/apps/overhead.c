/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What a pair of analyzer_start and analyzer_stop costs around an operation that
   computes: each operation timed without and with the pair, shared out among all
   threads. Lines 2..0 of the bootstrap register: the number of pairs, PAIRS << (n - 1). */
#include "analyzer.h"
#include "check.h"
#include "omp.h"
#include "overhead.h"
#include "printf.h"
#include "straps.h"

/* Of the largest of seven inputs. */
#define MOST_PAIRS (PAIRS << 6)

static uint32_t bare[MOST_PAIRS] __attribute__((section(".noinit")));
static uint32_t paired[MOST_PAIRS] __attribute__((section(".noinit")));

NOINLINE static uint32_t operation(uint32_t x)
{
	for (uint32_t i = 0; i < TURNS; i++)
		x = x * 1664525u + 1013904223u;
	return x >> 8;
}

NOINLINE static uint32_t run_bare(uint32_t n)
{
	uint32_t sum = 0;
#pragma omp parallel for reduction(+ : sum)
	for (uint32_t i = 0; i < n; i++) {
		uint32_t start = cycles32();
		sum += operation(i);
		bare[i] = cycles32() - start;
	}
	return sum;
}

NOINLINE static uint32_t run_paired(uint32_t n)
{
	uint32_t sum = 0;
#pragma omp parallel for reduction(+ : sum)
	for (uint32_t i = 0; i < n; i++) {
		uint32_t start = cycles32();
		analyzer_start(1);
		sum += operation(i);
		analyzer_stop(1);
		paired[i] = cycles32() - start;
	}
	return sum;
}

static void sort(uint32_t *list, uint32_t n)
{
	for (uint32_t gap = n / 2; gap; gap = gap == 2 ? 1 : gap * 5 / 11)
		for (uint32_t i = gap; i < n; i++) {
			uint32_t value = list[i], at = i;
			for (; at >= gap && list[at - gap] > value; at -= gap)
				list[at] = list[at - gap];
			list[at] = value;
		}
}

struct figures {
	double mean, median, variance;
};

static struct figures figures(const char *name, uint32_t *list, uint32_t n)
{
	double sum = 0, squares = 0;
	for (uint32_t i = 0; i < n; i++)
		sum += list[i];
	double mean = sum / n;
	for (uint32_t i = 0; i < n; i++)
		squares += (list[i] - mean) * (list[i] - mean);
	sort(list, n);
	struct figures f = { mean, ((double)list[n / 2] + list[(n - 1) / 2]) / 2, squares / n };
	printf("%-8s mean %.3f median %.1f variance %.3f cycles\n", name, f.mean, f.median, f.variance);
	return f;
}

int main(void)
{
	uint32_t n = PAIRS << (straps_input() - 1), calls = 0;
	omp_wait_policy = straps_wait_policy();
	printf("Overhead of %u pairs on %d cores\n", n, omp_get_max_threads());
	smp_start(smp_cores());
	run_bare(8 * smp_cores()); /* brings code and stacks into the caches */
	uint64_t start = cycles64();
	uint32_t first = run_bare(n);
	uint64_t without = cycles64() - start;
	start = cycles64();
	uint32_t second = run_paired(n);
	uint64_t with = cycles64() - start;
	for (uint32_t cpu = 0; cpu < MAX_CPUS; cpu++)
		calls += analyzer_records[cpu][1].calls;
	struct figures a = figures("bare", bare, n), b = figures("paired", paired, n);
	double percent = ((double)with / (double)without - 1) * 100;
	printf("a pair: %.3f cycles on average; the loop: %llu cycles, %llu with pairs, %.3f %%\n", b.mean - a.mean, without,
	       with, percent);
	check_equal("sum as without pairs", second, first);
	check_equal("pairs", calls, n);
	check_true("a pair costs time", b.mean > a.mean && b.median > a.median);
	check_true("overhead below 1 %", percent < 1);
	return check_result();
}
