/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Interrupts by PIFORCE, timer and an extended source: level, order, nesting. */
#include "check.h"
#include "gptimer.h"
#include "irqamp.h"
#include "record.h"
#include <stddef.h>

#define UART1_DATA REG32(APBUART1_BASE + 0x0)
#define UART1_CTRL REG32(APBUART1_BASE + 0x8)
#define UART_CTRL_TE (1u << 1)
#define UART_CTRL_TI (1u << 3)
#define UART1_IRQ 30

static volatile uint32_t order[8], taken, level_in_handler, depth, deepest;

static void remember(struct trap_frame *frame)
{
	if (taken < 8)
		order[taken] = frame->tt - 0x10;
	taken++;
	level_in_handler = (psr_read() & PSR_PIL) >> PSR_PIL_SHIFT;
}

/* Level 4 forces level 8 from inside: it must come before level 4 is done. */
static void nesting(struct trap_frame *frame)
{
	depth++;
	if (depth > deepest)
		deepest = depth;
	remember(frame);
	if (frame->tt == TT_IRQ(4)) {
		irqamp_force(0, 8);
		irqamp_force(0, 2); /* lower: has to wait */
		delay_us(1);
	}
	depth--;
}

static void wait_taken(uint32_t n, uint32_t microseconds)
{
	uint32_t start = cycles32();
	while (taken < n && cycles32() - start < microseconds * CYCLES_PER_US)
		;
}

static void open(uint32_t levels, trap_handler *handler)
{
	taken = 0;
	IRQAMP_PIMASK(0) = levels;
	for (uint32_t level = 1; level < 16; level++)
		if (levels >> level & 1)
			trap_set(TT_IRQ(level), handler);
}

static void close(void)
{
	pil_set(15);
	IRQAMP_PIMASK(0) = 0;
	for (uint32_t level = 1; level < 16; level++)
		trap_set(TT_IRQ(level), NULL);
}

static void test_levels(void)
{
	uint32_t good = 0, masked = 0;
	open(0xFFFE, remember);
	for (uint32_t level = 1; level < 16; level++) {
		pil_set(15);
		taken = 0;
		irqamp_force(0, level);
		delay_us(1);
		/* Level 15 cannot be masked by PIL. */
		masked += taken == (level == 15);
		if (level < 15) {
			pil_set(level);
			delay_us(1);
			masked += taken == 0;
		}
		pil_set(level - 1);
		wait_taken(1, 5);
		good += taken == 1 && order[0] == level && level_in_handler == level;
	}
	check_equal("PIFORCE 1 ... 15: taken with its level", good, 15);
	check_equal("  held back by PIL", masked, 29);
	close();
}

static void test_order(void)
{
	open(1u << 3 | 1u << 9 | 1u << 6, remember);
	IRQAMP_PIFORCE(0) = 1u << 3 | 1u << 9 | 1u << 6;
	delay_us(1);
	pil_set(0);
	wait_taken(3, 5);
	check_equal("three at once: taken", taken, 3);
	check_equal("  highest first", order[0] << 8 | order[1] << 4 | order[2], 9 << 8 | 6 << 4 | 3);
	close();

	open(1u << 2 | 1u << 4 | 1u << 8, nesting);
	deepest = 0;
	pil_set(0);
	irqamp_force(0, 4);
	wait_taken(3, 10);
	check_equal("nested: taken", taken, 3);
	check_equal("  order 4 8 2", order[0] << 8 | order[1] << 4 | order[2], 4 << 8 | 8 << 4 | 2);
	check_equal("  depth", deepest, 2);
	close();
}

static void test_timer(void)
{
	uint32_t irq = gptimer_irq(0, 1);
	open(1u << irq, remember);
	pil_set(0);
	uint32_t start = cycles32();
	gptimer_start(0, 1, 50, TCTRL_IE);
	wait_taken(1, 200);
	uint32_t after = (cycles32() - start) / CYCLES_PER_US;
	check_equal("timer 1 of unit 0: taken once", taken, 1);
	check_equal("  level", order[0], irq);
	check_range("  after microseconds", after, 48, 55);
	check_equal("  IP set", GPTIMER_TCTRL(0, 1) >> 4 & 1, 1);
	check_equal("  one shot: EN clear", GPTIMER_TCTRL(0, 1) & 1, 0);
	gptimer_stop(0, 1);
	check_equal("  IP cleared by writing 1", GPTIMER_TCTRL(0, 1) >> 4 & 1, 0);
	close();
}

/* A byte sent by UART 1 with TI set: source 30 arrives as the extended line. */
static void test_extended(void)
{
	uint32_t line = irqamp_extended_line();
	open(1u << line, remember);
	irqamp_unmask(0, UART1_IRQ);
	uint32_t ctrl = UART1_CTRL;
	UART1_CTRL = UART_CTRL_TE | UART_CTRL_TI;
	pil_set(0);
	UART1_DATA = '.';
	wait_taken(1, 600);
	check_range("UART 1 interrupt: taken", taken, 1, 2);
	check_equal("  on the extended line", order[0], line);
	check_equal("  PEXTACK", IRQAMP_PEXTACK(0), UART1_IRQ);
	check_equal("  acknowledged: not pending", IRQAMP_IPEND >> UART1_IRQ & 1, 0);
	UART1_CTRL = ctrl;
	close();
	irqamp_reset();
}

void test_interrupts(void)
{
	test_levels();
	test_order();
	test_timer();
	test_extended();
}
