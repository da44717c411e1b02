/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Tasks on one core, each with a stack of its own, without an operating system: two that hand the core to each other,
   and two that a timer takes it from. How often each function is called is known, and that nothing is nested. */
#include "check.h"
#include "gptimer.h"
#include "irqamp.h"
#include "trap.h"

enum { TASKS = 4, ROUNDS = 50, WORDS = 1024, TICK_US = 20 };

void switch_to(uint32_t **save, uint32_t *to);

static uint32_t stacks[TASKS][WORDS] __attribute__((aligned(8)));
static uint32_t *kept[TASKS + 1]; /* the last one is that of main */
static volatile uint32_t rounds[TASKS], ended, now = TASKS;

NOINLINE static void short_work(void)
{
	for (uint32_t i = 0; i < 100; i++)
		__asm__ volatile("" ::: "memory");
}

NOINLINE static void long_work(void)
{
	for (uint32_t i = 0; i < 1000; i++)
		__asm__ volatile("" ::: "memory");
}

/* Interrupts are off, or the caller is their handler. */
NOINLINE static void go_to(uint32_t next)
{
	uint32_t me = now;
	now = next;
	switch_to(&kept[me], kept[next]);
	COMPILER_BARRIER();
}

NOINLINE static void blocks(void)
{
	short_work();
	go_to(1 - now);
	short_work();
}

/* Two tasks that hand the core to each other in the middle of a function. */
NOINLINE static void polite(void)
{
	while (rounds[now] < ROUNDS) {
		rounds[now]++;
		blocks();
	}
	ended++;
	go_to(ended == 2 ? TASKS : 1 - now);
	for (;;)
		;
}

/* Two tasks that the timer interrupts. */
NOINLINE static void busy(void)
{
	pil_set(0);
	while (rounds[now] < ROUNDS) {
		long_work();
		rounds[now]++;
	}
	pil_set(15);
	ended++;
	go_to(ended == 4 ? TASKS : 5 - now);
	for (;;)
		;
}

static void on_tick(struct trap_frame *frame)
{
	(void)frame;
	GPTIMER_TCTRL(0, 1) |= TCTRL_IP;
	if (now < TASKS && ended == 2)
		go_to(5 - now);
}

/* What switch_to finds of a task that begins: its frame, in which %i7 is where it returns to less 8, and its window. */
static void prepare(uint32_t task, void (*fn)(void))
{
	uint32_t *sp = stacks[task] + WORDS - 48;
	sp[14] = (uint32_t)(sp + 24);
	sp[15] = (uint32_t)fn - 8;
	sp[16] = 0;
	kept[task] = sp;
}

int main(void)
{
	uint32_t irq = gptimer_irq(0, 1);
	prepare(0, polite);
	prepare(1, polite);
	prepare(2, busy);
	prepare(3, busy);
	go_to(0);
	check_equal("rounds of a polite task", rounds[0], ROUNDS);
	check_equal("and of the other one", rounds[1], ROUNDS);
	trap_set(TT_IRQ(irq), on_tick);
	irqamp_unmask(0, irq);
	gptimer_start(0, 1, TICK_US, TCTRL_IE | TCTRL_RS);
	go_to(2);
	gptimer_stop(0, 1);
	check_equal("rounds of a busy task", rounds[2], ROUNDS);
	check_equal("and of the other one", rounds[3], ROUNDS);
	return check_result();
}
