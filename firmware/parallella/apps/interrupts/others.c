/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Interrupts between cores; WAND and SYNC. */
#include "check.h"
#include "ctimer.h"
#include "interrupts.h"
#include "printf.h"

enum { ROUNDS = 10 };

static volatile uint32_t calls, syncs;
static REMOTE volatile uint32_t answers[CORES];
static REMOTE volatile uint32_t arrived[CORES];

static INTERRUPT void on_user(void)
{
	calls++;
}

static INTERRUPT void on_sync(void)
{
	syncs++;
}

/* Core 0 calls each core, which sleeps until then. A call that comes before the core is ready waits in ILAT. */
static void test_calls(uint32_t self)
{
	if (self) {
		interrupt_attach(IRQ_USER, on_user);
		interrupt_unmask(IRQ_USER);
		idle_until(&calls);
		*(volatile uint32_t *)at_core(0, &answers[self]) = calls;
		return;
	}
	uint32_t good = 0;
	for (uint32_t i = 1; i < CORES; i++) {
		interrupt_raise(i, IRQ_USER);
		while (!answers[i])
			;
		good += answers[i] == 1;
	}
	check_equal("cores woken by USER", good, CORES - 1);
}

/* At every WAND all cores have written their round before. */
static void test_wand(uint32_t self)
{
	uint32_t good = 0, slowest = 0;
	cycles_start();
	for (uint32_t n = 1; n <= ROUNDS; n++) {
		*(volatile uint32_t *)at_core(0, &arrived[self]) = n;
		/* The word is there before the wire is: a read of it from there shows it. */
		while (*(volatile uint32_t *)at_core(0, &arrived[self]) != n)
			;
		for (volatile uint32_t i = 0; i < self * n; i++)
			;
		uint32_t before = cycles();
		wand_barrier();
		uint32_t took = cycles() - before;
		slowest = took > slowest ? took : slowest;
		if (self == 0)
			for (uint32_t i = 0; i < CORES; i++)
				good += arrived[i] >= n;
		barrier(CORES);
	}
	if (self)
		return;
	check_equal("all there at each WAND", good, ROUNDS * CORES);
	check_equal("STATUS[3] after", MOVFS(status) >> 3 & 1, 0);
	/* Nobody is late any more. */
	printf("  longest WAND: %u cycles\n", slowest);
}

static void test_sync(uint32_t self)
{
	syncs = 0;
	interrupt_attach(IRQ_SYNC, on_sync);
	MOVTS(ilatcl, 1u << IRQ_SYNC);
	interrupt_unmask(IRQ_SYNC);
	barrier(CORES);
	if (self == 0)
		__asm__ volatile("sync");
	idle_until(&syncs);
	*(volatile uint32_t *)at_core(0, &answers[self]) = 100 + syncs;
	interrupt_mask(IRQ_SYNC);
	if (self)
		return;
	uint32_t good = 0;
	for (uint32_t i = 0; i < CORES; i++) {
		while (answers[i] < 100)
			;
		good += answers[i] == 101;
	}
	check_equal("cores reached by SYNC", good, CORES);
}

void test_other_cores(void)
{
	uint32_t self = core_number();
	if (self == 0)
		printf("all cores\n");
	test_calls(self);
	test_wand(self);
	test_sync(self);
}
