/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Functions whose calls the compiler intercepts (-finstrument-functions), each called a known number of times:
   recursion, a leaf, a leaf on all cores. What interception costs a call, by the compiler and by the linker. */
#include "check.h"
#include "functions.h"
#include "omp.h"
#include "printf.h"
#include "smp.h"

#define CALLS 1000u
#define SHARED 96u

/* What is put in line is intercepted, too, and is no call. */
#define APART __attribute__((noipa))

APART static uint32_t fibonacci(uint32_t n)
{
	return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

APART static uint32_t leaf(uint32_t x)
{
	return x * 3 + 1;
}

APART static uint32_t on_all_cores(uint32_t x)
{
	return x ^ x >> 3;
}

APART __attribute__((no_instrument_function)) static uint32_t plain(uint32_t x)
{
	return x * 3 + 1;
}

/* Cycles of CALLS calls behind one that brings the code into the cache. */
APART __attribute__((no_instrument_function)) static uint32_t cycles_of(uint32_t (*function)(uint32_t))
{
	uint32_t x = function(1), start = cycles32();
	for (uint32_t i = 0; i < CALLS; i++)
		x = function(x);
	return cycles32() - start;
}

APART __attribute__((no_instrument_function)) static uint32_t through_linker(uint32_t x)
{
	return wrapped(x);
}

APART static void check_recorded(const char *what, uint32_t (*function)(uint32_t), uint32_t core, uint32_t calls)
{
	uint32_t at = (uint32_t)function;
	check_equal(what, functions_recorded(core, at), functions_expected(at, calls));
}

int main(void)
{
	static uint32_t sums[MAX_CPUS];
	uint32_t cores = smp_cores(), sum = 0, wanted = 0;
	smp_start(cores);
	check_equal("fibonacci(12)", fibonacci(12), 144);
#pragma omp parallel for schedule(static)
	for (uint32_t i = 0; i < SHARED; i++)
		sums[cpu_index()] += on_all_cores(i);
	for (uint32_t core = 0; core < cores; core++)
		sum += sums[core];
	for (uint32_t i = 0; i < SHARED; i++)
		wanted += i ^ i >> 3;
	check_equal("sum over all cores", sum, wanted);

	uint32_t bare = cycles_of(plain), compiler = cycles_of(leaf), direct = cycles_of(through_linker);
	printf("a call: %.1f cycles; intercepted by the compiler %.1f, by the linker %.1f with one call more\n",
	       (double)bare / CALLS, (double)compiler / CALLS, (double)direct / CALLS);
	/* With fibonacci(12) 2 * 233 - 1 calls. */
	check_recorded("records of fibonacci", fibonacci, 0, 465);
	check_recorded("records of leaf", leaf, 0, CALLS + 1);
	for (uint32_t core = 0; core < cores; core++)
		check_recorded("records of on_all_cores", on_all_cores, core, SHARED / cores);
	check_equal("records of plain", functions_recorded(0, (uint32_t)plain), 0);
	check_equal("records of wrapped", functions_recorded_wrapped(), CALLS + 1);
	check_true("interception costs cycles", compiler > bare && direct > bare);
	return check_result();
}
