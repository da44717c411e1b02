/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* One function a construct, for Clang: `make clang` turns this file into
   constructs.S, which GCC's assembler takes. */
#include "../constructs.h"

void clang_static(volatile int *hits, int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		hits[i]++;
}

void clang_static_chunks(volatile int *hits, int n)
{
#pragma omp parallel for schedule(static, 3)
	for (int i = 0; i < n; i++)
		hits[i]++;
}

void clang_dynamic(volatile int *hits, int n)
{
#pragma omp parallel for schedule(dynamic, 7)
	for (int i = n - 1; i >= 0; i--)
		hits[i]++;
}

void clang_guided(volatile int *hits, int n)
{
#pragma omp parallel
#pragma omp for schedule(guided) nowait
	for (int i = 0; i < n; i += 2)
		hits[i]++;
}

int clang_sum(const volatile int *values, int n, int *most)
{
	int sum = 0, largest = 0;
#pragma omp parallel for reduction(+ : sum) reduction(max : largest)
	for (int i = 0; i < n; i++) {
		sum += values[i];
		largest = values[i] > largest ? values[i] : largest;
	}
	*most = largest;
	return sum;
}

int clang_shares(int threads)
{
	int singles = 0, copies = 0, masters = 0, guarded = 0, sections = 0, counted = 0;
#pragma omp parallel num_threads(threads)
	{
		int value;
#pragma omp single copyprivate(value)
		{
			singles++;
			value = 3;
		}
#pragma omp atomic
		copies += value;
#pragma omp master
		masters++;
#pragma omp critical(guard)
		guarded++;
#pragma omp barrier
#pragma omp sections
		{
#pragma omp section
			sections += 1;
#pragma omp section
#pragma omp atomic
			counted += 1;
		}
	}
	return singles * 1000000 + copies * 10000 + masters * 1000 + guarded * 100 + sections * 10 + counted;
}

int clang_alone(int n, int threads)
{
	int sum = 0;
#pragma omp parallel num_threads(threads)
	{
#pragma omp parallel for if (n > 100) reduction(+ : sum)
		for (int i = 0; i < n; i++)
			sum += i;
	}
	return sum;
}

static int fibonacci(int n)
{
	int x, y;
	if (n < 2)
		return n;
#pragma omp task shared(x) if (n > 4)
	x = fibonacci(n - 1);
#pragma omp task shared(y) final(n < 4)
	y = fibonacci(n - 2);
#pragma omp taskwait
	return x + y;
}

int clang_tasks(int n)
{
	int value = 0;
#pragma omp parallel
#pragma omp single
	value = fibonacci(n);
	return value;
}

int clang_depend(int n)
{
	int x = 1, y = 0;
#pragma omp parallel
#pragma omp single
	for (int i = 0; i < n; i++) {
#pragma omp task depend(inout : x) shared(x)
		x = x * 2 + 1;
#pragma omp task depend(in : x) depend(inout : y) shared(x, y)
		y += x;
	}
	return y;
}

int clang_task_reduction(int n)
{
	int sum = 0;
#pragma omp parallel
#pragma omp single
	{
#pragma omp taskgroup task_reduction(+ : sum)
		for (int i = 0; i < n; i++) {
#pragma omp task in_reduction(+ : sum) firstprivate(i)
			sum += i;
		}
	}
	return sum;
}

void clang_taskloop(volatile int *hits, int n)
{
#pragma omp parallel
#pragma omp single
#pragma omp taskloop grainsize(30)
	for (int i = 0; i < n; i++)
		hits[i]++;
}
