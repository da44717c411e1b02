/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "gptimer.h"
#include "irqamp.h"
#include "smp.h"
#include "trap.h"

#define SLEEP_TIMER 2

static volatile uint32_t sleeping;

void gptimer_start(uint32_t unit, uint32_t n, uint32_t microseconds, uint32_t options)
{
	GPTIMER_SRELOAD(unit) = CYCLES_PER_US - 1;
	GPTIMER_TRLDVAL(unit, n) = microseconds - 1;
	GPTIMER_TCTRL(unit, n) = TCTRL_IP; /* stop, forget an old interrupt */
	GPTIMER_TCTRL(unit, n) = options | TCTRL_LD | TCTRL_EN;
}

void gptimer_stop(uint32_t unit, uint32_t n)
{
	GPTIMER_TCTRL(unit, n) = TCTRL_IP;
}

uint32_t gptimer_irq(uint32_t unit, uint32_t n)
{
	uint32_t config = GPTIMER_CONFIG(unit), base = config >> 3 & 0x1F;
	return config & 1u << 8 ? base + n - 1 : base;
}

void delay_us(uint32_t microseconds)
{
	uint32_t start = cycles32();
	while (cycles32() - start < microseconds * CYCLES_PER_US)
		;
}

static void on_wake(struct trap_frame *frame)
{
	gptimer_stop(0, SLEEP_TIMER);
	sleeping = 0;
	smp_idle_restart(frame);
}

void sleep_us(uint32_t microseconds)
{
	uint32_t irq = gptimer_irq(0, SLEEP_TIMER);
	trap_set(TT_IRQ(irq), on_wake);
	sleeping = 1;
	irqamp_unmask(cpu_index(), irq);
	uint32_t old = pil_set(0);
	gptimer_start(0, SLEEP_TIMER, microseconds, TCTRL_IE);
	smp_idle_while(&sleeping, 1);
	pil_set(old);
	irqamp_mask(cpu_index(), irq);
}
