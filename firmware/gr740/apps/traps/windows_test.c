/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "check.h"
#include "gptimer.h"
#include "irqamp.h"
#include "record.h"
#include "regs.h"
#include "string.h"
#include <stddef.h>

extern const char trap_table[], probe_overflow[], probe_underflow[];
extern const char window_walk_overflow[], window_walk_underflow[];
uint32_t window_walk(void);
/* windows_probe.S fills it: PC, nPC and count of both traps. */
extern volatile struct {
	uint32_t pc, npc, count;
} window_seen[2];

static uint32_t table[1024] __attribute__((aligned(4096)));
static volatile uint32_t ticks;

static void tbr_write(const void *base)
{
	__asm__ volatile("wr %0, 0, %%tbr; nop; nop; nop" ::"r"(base) : "memory");
}

/* sethi %hi(to), %l4; jmp %l4 + %lo(to); nop; nop */
static void vector(uint32_t tt, const void *to)
{
	table[4 * tt + 0] = 0x29000000 | (uint32_t)to >> 10;
	table[4 * tt + 1] = 0x81C52000 | ((uint32_t)to & 0x3FF);
	table[4 * tt + 2] = 0x01000000;
	table[4 * tt + 3] = 0x01000000;
}

NOINLINE static uint32_t deep(uint32_t n, uint32_t a, uint32_t b)
{
	if (n == 0)
		return a + b;
	uint32_t below = deep(n - 1, b, a + n);
	COMPILER_BARRIER(); /* no tail call */
	return below + n + (a ^ b) - (b ^ a);
}

NOINLINE static uint32_t fibonacci(uint32_t n)
{
	return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

static void on_tick(struct trap_frame *frame)
{
	(void)frame;
	GPTIMER_TCTRL(0, 1) |= TCTRL_IP;
	ticks++;
}

/* Windows spilled and filled by calls, with interrupts taking windows between. */
static void test_with_interrupts(void)
{
	uint32_t irq = gptimer_irq(0, 1);
	trap_set(TT_IRQ(irq), on_tick);
	ticks = 0;
	irqamp_unmask(0, irq);
	pil_set(0);
	gptimer_start(0, 1, 7, TCTRL_RS | TCTRL_IE);
	uint32_t value = fibonacci(18);
	gptimer_stop(0, 1);
	pil_set(15);
	irqamp_mask(0, irq);
	trap_set(TT_IRQ(irq), NULL);
	check_equal("fibonacci(18) under a timer interrupt", value, 2584);
	check_range("  interrupts meanwhile", ticks, 5, 100000);
}

void test_windows(void)
{
	memcpy(table, trap_table, sizeof table);
	vector(0x05, probe_overflow);
	vector(0x06, probe_underflow);
	l1_flush(); /* the I-cache does not see stores */
	tbr_write(table);
	uint32_t value = window_walk();
	tbr_write(trap_table);
	check_equal("values kept across windows", value, 16u << 8 | 17);
	check_equal("window_overflow: count", window_seen[0].count, 1);
	check_equal("window_overflow: pc", window_seen[0].pc, (uint32_t)window_walk_overflow);
	check_equal("window_overflow: npc", window_seen[0].npc, (uint32_t)window_walk_overflow + 4);
	/* One for the spilled window, one on the way back to the caller. */
	check_range("window_underflow: count", window_seen[1].count, 1, 2);
	/* The same as deep(), without recursion. */
	uint32_t a = 3, b = 4, sum = 0;
	for (uint32_t n = 300; n > 0; n--) {
		uint32_t swap = a;
		a = b;
		b = swap + n;
		sum += n;
	}
	check_equal("recursion 300 deep", deep(300, 3, 4), a + b + sum);
	windows_flush();
	check_equal("recursion 300 deep after a flush", deep(300, 3, 4), a + b + sum);
	test_with_interrupts();
}
