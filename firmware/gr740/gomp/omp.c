/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Questions and settings. */
#include "omp.h"
#include "gomp.h"

int omp_get_thread_num(void)
{
	return (int)gomp_self()->number;
}

int omp_get_num_threads(void)
{
	return (int)gomp_self()->team->size;
}

int omp_get_max_threads(void)
{
	return (int)gomp_default_threads();
}

int omp_get_num_procs(void)
{
	return (int)smp_cores();
}

int omp_in_parallel(void)
{
	return gomp_self()->team->size > 1;
}

int omp_in_final(void)
{
	return gomp_self()->task->final;
}

int omp_get_level(void)
{
	return (int)gomp_self()->level;
}

int omp_get_dynamic(void)
{
	return 0;
}

int omp_get_nested(void)
{
	return 0;
}

void omp_set_num_threads(int threads)
{
	if (threads > 0)
		gomp_set_threads((uint32_t)threads);
}

void omp_set_dynamic(int dynamic)
{
	(void)dynamic;
}

void omp_set_nested(int nested)
{
	(void)nested;
}

double omp_get_wtime(void)
{
	return (double)cycles64() / CPU_HZ;
}

double omp_get_wtick(void)
{
	return 1.0 / CPU_HZ;
}
