/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The OpenMP runtime, one construct after another, each with a result that
   only a right implementation gives. */
#include "check.h"
#include "omp.h"
#include "printf.h"
#include "smp.h"

#define N 1000
#define SUM (N * (N - 1) / 2)

static volatile int hits[N];

static void clear(void)
{
	for (int i = 0; i < N; i++)
		hits[i] = 0;
}

static uint32_t once_each(void)
{
	uint32_t good = 0;
	for (int i = 0; i < N; i++)
		good += hits[i] == 1;
	return good;
}

static void test_loops(volatile int *chunk)
{
	clear();
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		hits[i]++;
	check_equal("for static: iterations done once", once_each(), N);
	clear();
#pragma omp parallel for schedule(dynamic)
	for (int i = 0; i < N; i++)
		hits[i]++;
	check_equal("parallel for dynamic", once_each(), N);
	clear();
	int variable = *chunk;
#pragma omp parallel
#pragma omp for schedule(dynamic, variable)
	for (int i = N - 1; i >= 0; i--)
		hits[i]++;
	check_equal("for dynamic, downwards, chunk 7", once_each(), N);
	clear();
#pragma omp parallel for schedule(guided, 3)
	for (int i = 0; i < N; i++)
		hits[i]++;
	check_equal("parallel for guided", once_each(), N);
	clear();
#pragma omp parallel for schedule(runtime)
	for (int i = 0; i < N; i += 2)
		hits[i]++;
	check_equal("parallel for runtime, step 2", once_each(), N / 2);
	clear();
#pragma omp parallel
	for (int round = 0; round < 20; round++) {
#pragma omp for schedule(dynamic) nowait
		for (int i = 0; i < N / 20; i++)
			hits[round * (N / 20) + i]++;
	}
	check_equal("20 loops with nowait", once_each(), N);

	int order = 0, right = 0;
#pragma omp parallel for ordered schedule(dynamic)
	for (int i = 0; i < 100; i++) {
#pragma omp ordered
		right += order++ == i;
	}
	check_equal("ordered: in turn", (uint32_t)right, 100);
}

static void test_reductions(void)
{
	int sum = 0, most = 0;
	double half = 0;
#pragma omp parallel for reduction(+ : sum) reduction(max : most) reduction(+ : half)
	for (int i = 0; i < N; i++) {
		sum += i;
		most = i > most ? i : most;
		half += 0.5;
	}
	check_equal("reduction: sum", (uint32_t)sum, SUM);
	check_equal("reduction: maximum", (uint32_t)most, N - 1);
	check_true("reduction: double", half == N / 2);

	int word = 0, guarded = 0, named = 0;
	double wide = 0;
	omp_lock_t lock;
	int locked = 0;
	omp_init_lock(&lock);
#pragma omp parallel for
	for (int i = 0; i < N; i++) {
#pragma omp atomic
		word += i;
#pragma omp atomic
		wide += i;
#pragma omp critical
		guarded += i;
#pragma omp critical(other)
		named += i;
		omp_set_lock(&lock);
		locked += i;
		omp_unset_lock(&lock);
	}
	check_equal("atomic: word", (uint32_t)word, SUM);
	check_true("atomic: double", wide == SUM);
	check_equal("critical", (uint32_t)guarded, SUM);
	check_equal("critical with a name", (uint32_t)named, SUM);
	check_equal("lock", (uint32_t)locked, SUM);
}

static void test_shares(void)
{
	int singles = 0, copies = 0, masters = 0, a = 0, b = 0, c = 0, inner = 0, threads = 0;
#pragma omp parallel reduction(+ : copies, inner)
	{
		int value;
		for (int i = 0; i < 30; i++) {
#pragma omp single
			singles++;
		}
#pragma omp single copyprivate(value)
		value = 7;
		copies += value;
#pragma omp master
		{
			masters++;
			threads = omp_get_num_threads();
		}
#pragma omp barrier
#pragma omp sections
		{
#pragma omp section
			a++;
#pragma omp section
			b++;
#pragma omp section
			c++;
		}
#pragma omp parallel num_threads(3) reduction(+ : inner)
		inner += omp_get_num_threads();
	}
	check_equal("threads", (uint32_t)threads, smp_cores());
	check_equal("single", (uint32_t)singles, 30);
	check_equal("single copyprivate", (uint32_t)copies, 7 * smp_cores());
	check_equal("master", (uint32_t)masters, 1);
	check_equal("sections, each once", (uint32_t)(a * 100 + b * 10 + c), 111);
	check_equal("inner regions have one thread", (uint32_t)inner, smp_cores());
	a = b = 0;
#pragma omp parallel sections
	{
#pragma omp section
		a++;
#pragma omp section
		b++;
	}
	check_equal("parallel sections", (uint32_t)(a * 10 + b), 11);
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
	int value = 0, done = 0;
#pragma omp parallel
#pragma omp single
	value = fibonacci(12);
	check_equal("recursive tasks: fibonacci(12)", (uint32_t)value, 144);

	/* More tasks than the pool holds, finished by the barrier alone. */
#pragma omp parallel
#pragma omp single
	for (int i = 0; i < 300; i++) {
#pragma omp task shared(done)
#pragma omp atomic
		done++;
	}
	check_equal("300 tasks", (uint32_t)done, 300);

	/* A chain through x, readers between: y sees every step, 2^k - 1 for k = 2...11. */
	int x = 1, y = 0, z = 0;
#pragma omp parallel
#pragma omp single
	for (int i = 0; i < 10; i++) {
#pragma omp task depend(inout : x) shared(x)
		x = x * 2 + 1;
#pragma omp task depend(in : x) depend(inout : y) shared(x, y)
		y += x;
#pragma omp task depend(in : x) depend(inout : z) shared(x, z)
		z += 2 * x;
	}
	check_equal("depend: chain", (uint32_t)x, 2047);
	check_equal("depend: readers", (uint32_t)y, 4096 - 4 - 10);
	check_equal("depend: other readers", (uint32_t)z, 2 * (4096 - 4 - 10));

	int inside = 0, seen = 0;
#pragma omp parallel
#pragma omp single
	{
#pragma omp taskgroup
		{
			for (int i = 0; i < 5; i++) {
#pragma omp task shared(inside)
				{
#pragma omp task shared(inside)
#pragma omp atomic
					inside++;
				}
			}
		}
		seen = inside;
	}
	check_equal("taskgroup waits for descendants", (uint32_t)seen, 5);

	clear();
#pragma omp parallel
#pragma omp single
#pragma omp taskloop grainsize(30)
	for (int i = 0; i < N; i++)
		hits[i]++;
	check_equal("taskloop", once_each(), N);
}

int main(void)
{
	volatile int chunk = 7;
	printf("OpenMP on %d cores\n", omp_get_max_threads());
	test_loops(&chunk);
	test_reductions();
	test_shares();
	test_tasks();
	return check_result();
}
