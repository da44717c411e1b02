/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What the full OpenMP runtime has beyond omp.c: waits that spin and waits that
   sleep, each with barriers, task waits, dependences and groups; task reductions;
   loops over unsigned and 64-bit counters. */
#include "check.h"
#include "heap.h"
#include "omp.h"
#include "omp_wait.h"
#include "printf.h"
#include "smp.h"

#define ROUNDS 40
#define N 200

/* Some work that no compiler removes. */
NOINLINE static uint32_t work(uint32_t turns)
{
	uint32_t x = turns;
	for (uint32_t i = 0; i < turns; i++)
		x = x * 1664525u + 1013904223u;
	return x | 1;
}

/* One thread a round is late; nobody may be ahead of it behind the barrier. */
static void test_barriers(void)
{
	static volatile uint32_t at[MAX_CPUS];
	uint32_t threads = smp_cores(), early = 0;
#pragma omp parallel reduction(+ : early)
	{
		uint32_t me = (uint32_t)omp_get_thread_num();
		for (uint32_t round = 1; round <= ROUNDS; round++) {
			if (round % threads == me)
				work(300);
			at[me] = round;
#pragma omp barrier
			for (uint32_t other = 0; other < threads; other++)
				early += at[other] < round;
#pragma omp barrier
		}
	}
	check_equal("barriers: threads that came too early", early, 0);
}

static int fibonacci(int n)
{
	int x, y;
	if (n < 2)
		return n;
#pragma omp task shared(x)
	x = fibonacci(n - 1);
#pragma omp task shared(y)
	y = fibonacci(n - 2);
#pragma omp taskwait
	return x + y;
}

static void test_tasks(void)
{
	int value = 0, x = 1, y = 0, seen = 0, inside = 0, late = 0;
#pragma omp parallel
#pragma omp single
	{
		value = fibonacci(9);
		for (int i = 0; i < 8; i++) {
#pragma omp task depend(inout : x) shared(x)
			x = (work(200), x * 2 + 1);
#pragma omp task depend(in : x) depend(inout : y) shared(x, y)
			y += x;
		}
#pragma omp taskwait
		seen = x;
#pragma omp taskgroup
		for (int i = 0; i < 6; i++) {
#pragma omp task shared(inside)
			{
				work(500);
#pragma omp atomic
				inside++;
			}
		}
		late = inside != 6;
	}
	check_equal("task waits: fibonacci(9)", (uint32_t)value, 34);
	check_equal("depend and taskwait: chain", (uint32_t)seen, 511);
	check_equal("depend: readers", (uint32_t)y, 1024 - 4 - 8);
	check_equal("taskgroup: left too early", (uint32_t)late, 0);
}

static void test_task_reductions(void)
{
	uint32_t live = heap_allocations - heap_frees;
	int sum = 5, most = 0, loop = 1, nested = 0, region = 0;
	double half = 0;
#pragma omp parallel
#pragma omp single
	{
#pragma omp taskgroup task_reduction(+ : sum, half) task_reduction(max : most)
		for (int i = 0; i < N; i++) {
#pragma omp task in_reduction(+ : sum, half) in_reduction(max : most) firstprivate(i)
			{
				sum += i;
				half += 0.5;
				most = i > most ? i : most;
			}
		}
#pragma omp taskloop reduction(+ : loop) grainsize(7)
		for (int i = 0; i < N; i++)
			loop += i;
		/* A task of a group in the group takes part in the outer one. */
#pragma omp taskgroup task_reduction(+ : nested)
		for (int i = 0; i < 10; i++) {
#pragma omp task in_reduction(+ : nested)
			{
				nested += 1;
#pragma omp taskgroup
#pragma omp task in_reduction(+ : nested)
				nested += 10;
			}
		}
	}
#pragma omp parallel reduction(task, + : region)
	{
#pragma omp single
		for (int i = 0; i < 20; i++) {
#pragma omp task in_reduction(+ : region)
			region += i;
		}
		region += 1000;
	}
	check_equal("task_reduction: sum", (uint32_t)sum, 5 + N * (N - 1) / 2);
	check_equal("task_reduction: maximum", (uint32_t)most, N - 1);
	check_true("task_reduction: double", half == N / 2);
	check_equal("taskloop reduction", (uint32_t)loop, 1 + N * (N - 1) / 2);
	check_equal("task_reduction in a group in a group", (uint32_t)nested, 110);
	check_equal("parallel reduction(task)", (uint32_t)region, 190 + 1000 * smp_cores());
	check_equal("allocations that are left", heap_allocations - heap_frees, live);
}

/* Counters that GCC hands to the runtime as 64-bit ones. */
static void test_wide_loops(void)
{
	static volatile uint8_t hits[N];
	uint32_t right = 0, empty = 0, none = 0;
	unsigned long long far = 0xFFFFFFFF00ull;
	for (int i = 0; i < N; i++)
		hits[i] = 0;
#pragma omp parallel for schedule(dynamic, 3)
	for (unsigned i = 0; i < N; i += 2)
		hits[i]++;
#pragma omp parallel for schedule(guided)
	for (long long i = N - 1; i >= 0; i -= 2)
		hits[i]++;
#pragma omp parallel for schedule(runtime)
	for (unsigned long long i = far; i < far + N; i++)
		hits[i - far]++;
#pragma omp parallel for schedule(dynamic) reduction(+ : empty)
	for (unsigned i = N; i < none; i++)
		empty++;
	for (int i = 0; i < N; i++)
		right += hits[i] == 2;
	check_equal("loops over unsigned and 64-bit counters", right, N);
	check_equal("iterations of an empty loop", empty, 0);
}

int main(void)
{
	for (uint32_t policy = OMP_WAIT_SPIN; policy <= OMP_WAIT_SLEEP; policy++) {
		omp_wait_policy = policy;
		printf("OpenMP on %d cores, waits %s\n", omp_get_max_threads(), policy ? "sleep" : "spin");
		uint64_t start = cycles64();
		test_barriers();
		test_tasks();
		test_task_reductions();
		test_wide_loops();
		printf("%llu cycles\n", cycles64() - start);
	}
	return check_result();
}
