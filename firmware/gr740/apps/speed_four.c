/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Registers only, on every core at once: what slices of several cores cost. */
#include "check.h"
#include "smp.h"
#include <stdint.h>

static uint32_t result[MAX_CPUS];

__attribute__((noinline, noclone)) static uint32_t mix(uint32_t n)
{
	uint32_t a = 1, b = 2, c = 3;
	for (uint32_t i = 0; i < n; i++) {
		a += b ^ (c << 3);
		b = (b >> 5) | (b << 27);
		c += a & i;
		if (c & 1)
			b ^= a;
	}
	return a ^ b ^ c;
}

static void work(void *arg)
{
	*(uint32_t *)arg = mix(500000);
}

int main(void)
{
	uint32_t cores = smp_cores();
	smp_start(cores);
	for (uint32_t cpu = 1; cpu < cores; cpu++)
		smp_run(cpu, work, &result[cpu]);
	work(&result[0]);
	for (uint32_t cpu = 1; cpu < cores; cpu++) {
		smp_wait(cpu);
		check_true("as on core 0", result[cpu] == result[0]);
	}
	return check_result();
}
