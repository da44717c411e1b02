/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Loops whose iterations are the same work: one that adds up by a reduction, one that
   adds up in a critical section, the second one after its repair, and one whose work
   stores, so that write-through caches fill the bus. Marked as regions 1 to 4.
   Lines 2..0 of the bootstrap register: the input. */
#include "analyzer.h"
#include "check.h"
#include "omp.h"
#include "printf.h"
#include "straps.h"

#define TURNS 300u
#define ITERATIONS 1024u /* of i1 */

enum { REDUCTION = 1, CRITICAL, REPAIRED, STORING };

/* In registers alone. */
NOINLINE static uint32_t operation(uint32_t x)
{
	for (uint32_t i = 0; i < TURNS; i++)
		x = x * 1664525u + 1013904223u;
	return x >> 8;
}

/* With every step into memory: each is a transfer. */
NOINLINE static uint32_t storing_operation(uint32_t x)
{
	volatile uint32_t step[8];
	for (uint32_t i = 0; i < TURNS; i++) {
		x = x * 1664525u + 1013904223u;
		step[i % 8] = x;
	}
	return step[(TURNS - 1) % 8] >> 8;
}

NOINLINE static uint32_t loop_reduction(uint32_t n)
{
	uint32_t sum = 0;
#pragma omp parallel for reduction(+ : sum)
	for (uint32_t i = 0; i < n; i++)
		sum += operation(i);
	return sum;
}

NOINLINE static uint32_t loop_critical(uint32_t n)
{
	uint32_t sum = 0;
#pragma omp parallel for
	for (uint32_t i = 0; i < n; i++) {
#pragma omp critical
		sum += operation(i);
	}
	return sum;
}

NOINLINE static uint32_t loop_repaired(uint32_t n)
{
	return loop_reduction(n);
}

NOINLINE static uint32_t loop_storing(uint32_t n)
{
	uint32_t sum = 0;
#pragma omp parallel for reduction(+ : sum)
	for (uint32_t i = 0; i < n; i++)
		sum += storing_operation(i);
	return sum;
}

static uint32_t marked(const char *name, uint32_t region, uint32_t (*loop)(uint32_t n), uint32_t n)
{
	analyzer_start(region);
	uint32_t sum = loop(n);
	analyzer_stop(region);
	printf("region %u, %-10s %10llu cycles\n", region, name, analyzer_records[0][region].cycles);
	return sum;
}

int main(void)
{
	uint32_t n = ITERATIONS << (straps_input() - 1), expected = 0;
	omp_wait_policy = straps_wait_policy();
	printf("Loops, input i%u: %u iterations on %d cores\n", straps_input(), n, omp_get_max_threads());
	smp_start(smp_cores());
	uint32_t reduction = marked("reduction", REDUCTION, loop_reduction, n);
	uint32_t critical = marked("critical", CRITICAL, loop_critical, n);
	uint32_t repaired = marked("repaired", REPAIRED, loop_repaired, n);
	uint32_t storing = marked("storing", STORING, loop_storing, n);
	for (uint32_t i = 0; i < n; i++)
		expected += operation(i);
	check_equal("sum by reduction", reduction, expected);
	check_equal("sum in critical sections", critical, expected);
	check_equal("sum after the repair", repaired, expected);
	check_equal("sum of what was stored", storing, expected);
	return check_result();
}
