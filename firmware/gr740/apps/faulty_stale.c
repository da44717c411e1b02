/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Lines older than memory: data without snooping, code without a flush. Each line with a fault is marked with its
   number. */
#include "smp.h"

static volatile uint32_t word __attribute__((aligned(32)));
static volatile uint8_t bytes[32] __attribute__((aligned(32)));
static volatile uint32_t turn __attribute__((aligned(32)));
static volatile uint32_t sink;

static void give(uint32_t to)
{
	(void)swap32(&turn, to);
}

/* Atomics read memory, whatever the cache has. */
static void wait_for(uint32_t me)
{
	while (cas32(&turn, me, me) != me)
		;
}

static void writer(void *unused)
{
	(void)unused;
	wait_for(1);
	word = 2;
	bytes[5] = 2;
	give(0);
}

NOINLINE static void patched(void)
{
	__asm__ volatile("nop"); /* FAULT 3 */
}

NOINLINE static void patched_by_other(void)
{
	__asm__ volatile("or %g0, %g0, %g0"); /* FAULT 4 */
}

/* `mov 0, %o5` into the place of the first instruction. */
static void patch(void (*fn)(void))
{
	*(volatile uint32_t *)(uintptr_t)fn = 0x9a102000;
}

static void patcher(void *unused)
{
	(void)unused;
	patch(patched_by_other);
}

int main(void)
{
	smp_start(2);
	smp_run(1, writer, 0);
	ccr_write((ccr_read() & ~CCR_DS) | 1u << 22);
	sink = word;
	sink = bytes[4];
	give(1);
	wait_for(0);
	sink = word; /* FAULT 1 */
	sink = bytes[5]; /* FAULT 2 */
	ccr_write(ccr_read() | CCR_DS | 1u << 22);
	smp_wait(1);

	patched();
	patched_by_other();
	patch(patched);
	patched();
	smp_run(1, patcher, 0);
	smp_wait(1);
	patched_by_other();

	/* With a flush there is nothing wrong. */
	patch(patched);
	__asm__ volatile("flush %0" ::"r"(patched) : "memory");
	patched();
	return 0;
}
