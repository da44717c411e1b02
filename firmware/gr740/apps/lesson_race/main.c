/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* For a lesson: four cores count to one counter by add.c, 1000 times each, all at the same time. */
#include "add.h"
#include "printf.h"
#include "smp.h"

#define CORES 4u
#define TIMES 1000u

volatile uint32_t counted __attribute__((aligned(32)));
static struct barrier together;

static void count(void *unused)
{
	(void)unused;
	barrier_wait(&together, CORES);
	for (uint32_t i = 0; i < TIMES; i++)
		add_one(&counted);
}

int main(void)
{
	smp_start(CORES);
	for (uint32_t cpu = 1; cpu < CORES; cpu++)
		smp_run(cpu, count, 0);
	count(0);
	for (uint32_t cpu = 1; cpu < CORES; cpu++)
		smp_wait(cpu);
	printf("%u times counted, %u expected\n", counted, CORES * TIMES);
	return counted != CORES * TIMES;
}
