/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The OpenMP runtime under code that Clang has compiled, one construct after
   another, with waits that spin and with waits that sleep. */
#include "check.h"
#include "constructs.h"
#include "heap.h"
#include "omp.h"
#include "omp_wait.h"
#include "printf.h"

#define N 500

static volatile int hits[N];

static void test_loop(const char *name, void (*loop)(volatile int *hits, int n), int step)
{
	uint32_t right = 0;
	for (int i = 0; i < N; i++)
		hits[i] = 0;
	loop(hits, N);
	for (int i = 0; i < N; i++)
		right += hits[i] == (i % step == 0);
	check_equal(name, right, N);
}

static void test(void)
{
	test_loop("for static", clang_static, 1);
	test_loop("for static, chunks of 3", clang_static_chunks, 1);
	test_loop("for dynamic, downwards, chunks of 7", clang_dynamic, 1);
	test_loop("for guided nowait, step 2", clang_guided, 2);
	test_loop("taskloop grainsize", clang_taskloop, 1);
	for (int i = 0; i < N; i++)
		hits[i] = i;
	int most = 0;
	check_equal("reduction: sum", (uint32_t)clang_sum(hits, N, &most), N * (N - 1) / 2);
	check_equal("reduction: maximum", (uint32_t)most, N - 1);
	int threads = omp_get_max_threads() < 3 ? omp_get_max_threads() : 3;
	check_equal("single, copyprivate, master, critical", (uint32_t)clang_shares(threads),
		    1001011 + (uint32_t)threads * (3 * 10000 + 100));
	check_equal("parallel if false in a region", (uint32_t)clang_alone(20, threads), 190 * (uint32_t)threads);
	check_equal("tasks with if and final: fibonacci(9)", (uint32_t)clang_tasks(9), 34);
	check_equal("depend: reader of a chain", (uint32_t)clang_depend(8), 1024 - 4 - 8);
	check_equal("task_reduction", (uint32_t)clang_task_reduction(N), N * (N - 1) / 2);
	check_equal("allocations that are left", heap_allocations - heap_frees, 0);
}

int main(void)
{
	for (uint32_t policy = OMP_WAIT_SPIN; policy <= OMP_WAIT_SLEEP; policy++) {
		omp_wait_policy = policy;
		printf("Clang's OpenMP on %d cores, waits %s\n", omp_get_max_threads(), policy ? "sleep" : "spin");
		test();
	}
	return check_result();
}
