/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Distances and rates of the mesh, as core 0 measures them. Figures to hold against: the vendor's test of read
   latency, and published rates of copies of 8 KiB (its e-bandwidth-test). Results stay in mesh_results. */
#include "check.h"
#include "ctimer.h"
#include "printf.h"
#include "smp.h"

uint32_t ten_reads(const volatile void *from, volatile void *to);
uint32_t ten_unoptimised_reads(const volatile void *from, volatile void *to);
void copy_words(volatile void *to, const volatile void *from, uint32_t words);
uint32_t ping(volatile uint32_t *there, volatile uint32_t *here, uint32_t token);
void pong(volatile uint32_t *here, volatile uint32_t *there);

enum { DOUBLES = 1024, PINGS = 100, NEIGHBOUR = 1 };
#define STOP 0xFFFFFFFFu

struct mesh_results {
	uint32_t ten_unoptimised_reads[CORES];
	uint32_t ten_reads[CORES];
	/* Sum of PINGS round trips. */
	uint32_t pings[CORES];
	/* 8 KiB: to SRAM, from SRAM, to external memory, from external memory. */
	uint32_t copy[4];
};
SHARED struct mesh_results mesh_results;

static BANK1 uint64_t source[DOUBLES];
static BANK2 uint64_t target[DOUBLES];
static SHARED volatile uint64_t external[DOUBLES];
static REMOTE volatile uint32_t ball;

static uint32_t hops(uint32_t core)
{
	return (core >> 2) + (core & 3);
}

/* Measured before anything is printed, as the other cores wait for the ball all the while. */
static void measure_reads(void)
{
	for (uint32_t i = 0; i < CORES; i++) {
		mesh_results.ten_unoptimised_reads[i] = ten_unoptimised_reads(at_core(i, target), target);
		mesh_results.ten_reads[i] = ten_reads(at_core(i, target), target);
	}
}

static void measure_pings(void)
{
	uint32_t token = 1;
	for (uint32_t i = 1; i < CORES; i++) {
		uint32_t sum = 0;
		volatile uint32_t *there = at_core(i, &ball);
		for (uint32_t n = 0; n < PINGS; n++)
			sum += ping(there, &ball, ++token);
		mesh_results.pings[i] = sum;
	}
	for (uint32_t i = 1; i < CORES; i++)
		*(volatile uint32_t *)at_core(i, &ball) = STOP;
}

static void check_distances(void)
{
	/* The vendor's formula and its limits. */
	printf("ten remote loads as in the vendor's unoptimised test\n");
	for (uint32_t i = 0; i < CORES; i++) {
		uint32_t expected = 10 * (18 + 3 * hops(i));
		printf("  core %2u, %u hops", i, hops(i));
		check_range("", mesh_results.ten_unoptimised_reads[i], expected * 9 / 10, expected * 11 / 10);
	}
	/* What that says of the load and the store alone. */
	printf("ten remote loads, each with a store that waits for it\n");
	for (uint32_t i = 0; i < CORES; i++) {
		uint32_t expected = 10 * (15 + 3 * hops(i));
		printf("  core %2u, %u hops, alone", i, hops(i));
		check_range("", mesh_results.ten_reads[i], expected * 9 / 10, expected * 11 / 10);
	}
	printf("a word there and back, sum of %u\n", PINGS);
	for (uint32_t i = 1; i < CORES; i++)
		printf("  core %2u, %u hops: %u\n", i, hops(i), mesh_results.pings[i]);
	/* Documents say 1.5 cycles a hop and way, a published measurement half of that. */
	uint32_t five_hops = mesh_results.pings[15] - mesh_results.pings[1];
	check_range("cycles of five more hops, hundredfold", five_hops, 5 * 100, 5 * 400);
}

static uint32_t timed_copy(volatile void *to, const volatile void *from)
{
	uint32_t before = cycles();
	copy_words(to, from, 2 * DOUBLES);
	return cycles() - before;
}

static uint32_t check_copied(const volatile uint64_t *at)
{
	uint32_t good = 1;
	for (uint32_t i = 0; i < DOUBLES; i += 61)
		good &= at[i] == source[i];
	return good;
}

static void measure_copies(void)
{
	static const uint32_t published[4] = { 9299, 40531, 32782, 1119132 };
	static const char *const name[4] = { "to SRAM of the next core", "from SRAM of the next core",
					     "to external memory", "from external memory" };
	volatile uint64_t *far = at_core(NEIGHBOUR, target);
	uint32_t *took = mesh_results.copy;
	printf("loops that copy 8 KiB\n");
	for (uint32_t i = 0; i < DOUBLES; i++)
		source[i] = (uint64_t)i << 32 | ~i;
	took[0] = timed_copy(far, source);
	check_equal("arrived", check_copied(far), 1);
	took[1] = timed_copy(target, far);
	check_equal("came back", check_copied(target), 1);
	took[2] = timed_copy(external, source);
	while (external[DOUBLES - 1] != source[DOUBLES - 1])
		;
	took[3] = timed_copy(target, external);
	check_equal("came back", check_copied(target), 1);
	for (uint32_t i = 0; i < 4; i++)
		check_range(name[i], took[i], published[i] - published[i] / 10, published[i] + published[i] / 10);
}

int main(void)
{
	if (core_number()) {
		pong(&ball, at_core(0, &ball));
		return 0;
	}
	cycles_start();
	measure_reads();
	measure_pings();
	check_distances();
	measure_copies();
	return check_result();
}
