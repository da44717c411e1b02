/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Interrupts of the home core: STM compare, software requests, priorities, nesting, context after return;
   requests to another core. */
#include "interrupt.h"
#include "check.h"
#include "printf.h"
#include "smp.h"
#include "stm.h"

#define LOW 10u
#define MIDDLE 20u
#define HIGH 200u

static volatile uint32_t order[16], count;
static volatile uint32_t depth, deepest;
static volatile uint32_t compares, other_core_priority, other_core_ready;

static void note(uint32_t priority)
{
	if (count < sizeof order / sizeof *order)
		order[count] = priority;
	count++;
}

static void record(uint32_t priority)
{
	note(priority);
}

/* Requests a higher priority from within; it must be taken before this handler goes on. */
static void nest(uint32_t priority)
{
	depth++;
	deepest = depth > deepest ? depth : deepest;
	note(priority);
	if (priority == LOW)
		SRC_GPSR(0, 1) |= SRC_SETR;
	else if (priority == MIDDLE)
		SRC_GPSR(0, 2) |= SRC_SETR;
	if (priority != HIGH)
		while (count < (priority == LOW ? 2u : 3u))
			;
	note(priority + 1000);
	depth--;
}

static void on_compare(uint32_t priority)
{
	(void)priority;
	STM_ISCR(0) = STM_ISCR_CMP0IRR;
	compares++;
	if (compares < 5)
		STM_CMP0(0) += 2000;
	else
		STM_ICR(0) = 0;
}

static void on_other_core(uint32_t priority)
{
	other_core_priority = priority;
}

void main_cpu2(void)
{
	interrupt_set(MIDDLE, on_other_core);
	interrupts_enable();
	other_core_ready = 1;
	dsync();
}

static void wait_for(volatile uint32_t *word, uint32_t value)
{
	uint32_t start = STM_TIM0(0);
	while (*word != value && STM_TIM0(0) - start < STM_HZ / 100)
		;
}

static void test_software(void)
{
	interrupt_set(LOW, record);
	interrupt_route(&SRC_GPSR(0, 0), home_core(), LOW);
	count = 0;
	SRC_GPSR(0, 0) |= SRC_SETR;
	check_true("pending: SRR is set while interrupts are off", (SRC_GPSR(0, 0) & SRC_SRR) != 0);
	check_equal("nothing taken while interrupts are off", count, 0);
	interrupts_enable();
	wait_for(&count, 1);
	interrupts_disable();
	check_equal("one interrupt when they are on", count, 1);
	check_equal("with its priority", order[0], LOW);
	check_true("acknowledge clears SRR", !(SRC_GPSR(0, 0) & SRC_SRR));
	SRC_GPSR(0, 0) |= SRC_SETR;
	SRC_GPSR(0, 0) |= SRC_CLRR;
	check_true("CLRR clears SRR", !(SRC_GPSR(0, 0) & SRC_SRR));
	for (int i = 0; i < 200; i++) /* until the arbitration has forgotten it, too */
		nop();
	interrupts_enable();
	for (int i = 0; i < 200; i++)
		nop();
	interrupts_disable();
	check_equal("CLRR withdraws a request", count, 1);
	INT_SRB(0) = 1;
	interrupts_enable();
	wait_for(&count, 2);
	interrupts_disable();
	check_equal("SRB0 requests GPSR0 SR0", count, 2);
}

static void test_priorities(void)
{
	interrupt_set(LOW, record);
	interrupt_set(MIDDLE, record);
	interrupt_set(HIGH, record);
	interrupt_route(&SRC_GPSR(0, 0), home_core(), LOW);
	interrupt_route(&SRC_GPSR(0, 1), home_core(), MIDDLE);
	interrupt_route(&SRC_GPSR(0, 2), home_core(), HIGH);
	count = 0;
	INT_SRB(0) = 7;
	interrupts_enable();
	wait_for(&count, 3);
	interrupts_disable();
	check_equal("three pending: all are taken", count, 3);
	check_true("the highest first", order[0] == HIGH && order[1] == MIDDLE && order[2] == LOW);

	count = 0;
	interrupt_level(MIDDLE);
	INT_SRB(0) = 7;
	interrupts_enable();
	for (int i = 0; i < 200; i++)
		nop();
	check_equal("CCPN lets only higher ones pass", count, 1);
	interrupts_disable();
	interrupt_level(0);
	interrupts_enable();
	wait_for(&count, 3);
	interrupts_disable();
	check_equal("the others when CCPN is 0 again", count, 3);
}

static void test_nesting(void)
{
	static const uint32_t expected[] = { LOW, MIDDLE, HIGH, HIGH + 1000, MIDDLE + 1000, LOW + 1000 };
	interrupt_set(LOW, nest);
	interrupt_set(MIDDLE, nest);
	interrupt_set(HIGH, nest);
	count = 0;
	SRC_GPSR(0, 0) |= SRC_SETR;
	interrupts_enable();
	wait_for(&count, 6);
	interrupts_disable();
	uint32_t right = count == 6;
	for (uint32_t i = 0; i < 6; i++)
		right &= order[i] == expected[i];
	check_true("a handler is interrupted by higher ones", right);
	check_equal("nested three deep", deepest, 3);
	check_equal("CCPN is 0 after the last return", MFCR(CSFR_ICR) & ICR_CCPN, 0);
}

/* Registers of both contexts must survive. */
static void test_context(void)
{
	uint32_t state = 1, before = 0, after = 0;
	for (int pass = 0; pass < 2; pass++) {
		uint32_t a = state, b = a * 3, c = b ^ 5, hash = 0;
		if (pass) {
			interrupt_set(HIGH, record);
			count = 0;
			interrupts_enable();
		}
		for (uint32_t i = 0; i < 3000; i++) {
			a += b ^ i;
			b = b << 3 | b >> 29;
			c += a * b;
			hash ^= c + (hash >> 7);
			if (pass && (i & 127) == 0)
				SRC_GPSR(0, 2) |= SRC_SETR;
		}
		*(pass ? &after : &before) = hash;
	}
	interrupts_disable();
	check_equal("a computation that is interrupted", after, before);
	check_equal("times it was interrupted", count, 24);
}

static void test_timer(void)
{
	interrupt_set(MIDDLE, on_compare);
	interrupt_route(&SRC_STM_SR0(0), home_core(), MIDDLE);
	uint64_t start = stm_now();
	stm_compare_in(0, 2000);
	interrupts_enable();
	wait_for(&compares, 5);
	interrupts_disable();
	uint32_t ticks = (uint32_t)(stm_now() - start);
	check_equal("compare interrupts of the STM", compares, 5);
	check_range("STM ticks for five times 2000", ticks, 10000, 10300);
}

static void test_wait(void)
{
	compares = 4;
	stm_compare_in(0, 50000);
	uint32_t start = STM_TIM0(0);
	interrupts_enable();
	while (compares < 5)
		__asm__ volatile("wait" ::: "memory");
	interrupts_disable();
	check_range("WAIT sleeps until the interrupt", STM_TIM0(0) - start, 49900, 50300);
}

static void test_other_core(void)
{
	interrupt_route(&SRC_GPSR(1, 0), 2, MIDDLE);
	wait_for(&other_core_ready, 1);
	INT_SRB(1) = 1;
	wait_for(&other_core_priority, MIDDLE);
	check_equal("a request that goes to cpu2", other_core_priority, MIDDLE);
}

int main(void)
{
	test_software();
	test_priorities();
	test_nesting();
	test_context();
	test_timer();
	test_wait();
	test_other_core();
	return check_result();
}
