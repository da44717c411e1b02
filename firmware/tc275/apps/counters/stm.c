/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The system timers: views of the clock against each other, compare values, enables and the lines that they request
   (TC27x User's Manual, System Timer). */
#include "stm.h"
#include "check.h"
#include "validation.h"
#include "interrupt.h"
#include "printf.h"

#define STM_TIM(n, i) REG32(STM_BASE(n) + 0x10 + 4 * (i))
#define STM_CMP(n, i) REG32(STM_BASE(n) + 0x30 + 4 * (i))
#define STM_TIM0SV(n) REG32(STM_BASE(n) + 0x50)
#define STM_CAPSV(n) REG32(STM_BASE(n) + 0x54)
#define ICR_EN(c) (1u << 4 * (c))
#define ICR_IR(c) (2u << 4 * (c))
#define ICR_OS(c) (4u << 4 * (c))
#define ICR_WRITABLE 0x55u
#define ISCR_IRR(c) (1u << 2 * (c))
#define ISCR_IRS(c) (2u << 2 * (c))

/* The first bit of the counter that TIM1 to TIM5 show. */
static const uint32_t shift[] = { 0, 4, 8, 12, 16, 20 };

/* Between reads that follow each other the clock goes on by equal amounts, whichever view is read. */
static uint32_t steady(uint32_t n)
{
	uint32_t good = 0;
	volatile uint32_t *second = &STM_TIM0SV(n), *first = &STM_TIM0(n);
	for (uint32_t round = 0; round < 17; round++) {
		uint32_t a, b, c, d;
		/* Nothing comes between the loads. */
		__asm__ volatile("ld.w %0, [%4]0\n\tld.w %1, [%5]0\n\tld.w %2, [%4]0\n\tld.w %3, [%5]0"
				 : "=&d"(a), "=&d"(b), "=&d"(c), "=&d"(d)
				 : "a"(second), "a"(first)
				 : "memory");
		/* The first round fetches the code. */
		good += round && b != a && b - a < 100 && c - b == b - a && d - c == b - a;
		for (uint32_t k = 0; k < round; k++)
			nop();
	}
	return good;
}

/* The bits that TIM1 to TIM5 show, read between two reads of TIM0 that agree in them. */
static uint32_t upper(uint32_t n)
{
	uint32_t good = 0;
	for (uint32_t i = 1; i <= 5; i++)
		for (uint32_t tries = 0; tries < 50; tries++) {
			uint32_t before = STM_TIM0(n), value = STM_TIM(n, i), after = STM_TIM0(n);
			if (before >> shift[i] != after >> shift[i])
				continue;
			good += value == before >> shift[i];
			break;
		}
	return good;
}

static void test_clock(uint32_t n)
{
	check_equal("  TIM0 and TIM0SV go on alike", steady(n), 16);
	check_equal("  TIM1 to TIM5 show bits of TIM0", upper(n), 5);
	/* Bit 32 is reached after 43 seconds. */
	(void)STM_TIM0(n);
	(void)STM_TIM0SV(n);
	check_equal("  the upper half is 0 yet", STM_TIM(n, 6) | STM_CAP(n) | STM_CAPSV(n), 0);
}

static void test_registers(uint32_t n)
{
	/* The first write sets every bit. */
	static const uint32_t controls[] = { 0x55, 0x01, 0x04, 0x10, 0x40, 0x14, 0x41, 0x55, 0 };
	uint32_t good = 0;
	for (uint32_t i = 0; i < sizeof controls / sizeof *controls; i++) {
		STM_ICR(n) = controls[i];
		good += (STM_ICR(n) & ICR_WRITABLE) == controls[i];
	}
	check_equal("  ICR holds what is written", good, sizeof controls / sizeof *controls);
	good = 0;
	for (uint32_t c = 0; c < 2; c++)
		for (uint32_t i = 0; i < PATTERNS; i++) {
			STM_CMP(n, c) = patterns[i];
			STM_CMP(n, !c) = ~patterns[i];
			good += STM_CMP(n, c) == patterns[i] && STM_CMP(n, !c) == ~patterns[i];
		}
	check_equal("  CMP0 and CMP1 hold what is written", good, 2 * PATTERNS);
}

/* A match sets the flag at its tick, not before and not after, and requests nothing unless that is enabled. */
static void test_flag(uint32_t n, uint32_t c)
{
	uint32_t early = 0, late = 0, samples = 0, target;
	STM_CMCON(n) = STM_CMCON_32_BITS;
	STM_ICR(n) = 0;
	interrupt_route(&SRC_STM_SR0(n), core_index(), 1);
	interrupt_route(&SRC_STM_SR1(n), core_index(), 1);
	STM_CMP(n, !c) = STM_TIM0(n) - 1;
	STM_CMP(n, c) = target = STM_TIM0(n) + 1000;
	STM_ISCR(n) = ISCR_IRR(0) | ISCR_IRR(1);
	while (samples < 200) {
		uint32_t before = STM_TIM0(n), flags = STM_ICR(n), after = STM_TIM0(n);
		uint32_t set = (flags & ICR_IR(c)) != 0;
		early += set && (int32_t)(after - target) < 0;
		late += !set && (int32_t)(before - target) >= 0;
		samples++;
	}
	check_equal("  flag before its tick", early, 0);
	check_equal("  no flag at its tick or behind", late, 0);
	check_equal("  no flag of the other one", STM_ICR(n) & ICR_IR(!c), 0);
	check_true("  no request", !((SRC_STM_SR0(n) | SRC_STM_SR1(n)) & SRC_SRR));
	STM_ISCR(n) = ISCR_IRR(c);
	check_equal("  the flag is cleared", STM_ICR(n) & ICR_IR(c), 0);
	STM_ISCR(n) = ISCR_IRS(c);
	check_equal("  the flag is set by hand", STM_ICR(n) & (ICR_IR(0) | ICR_IR(1)), ICR_IR(c));
	STM_ISCR(n) = ISCR_IRR(c);
}

/* Which of the two nodes has a request when compare `c` matches with `control` in ICR: a bit each. */
static uint32_t requested(uint32_t n, uint32_t c, uint32_t control)
{
	interrupt_route(&SRC_STM_SR0(n), core_index(), 1);
	interrupt_route(&SRC_STM_SR1(n), core_index(), 1);
	STM_ISCR(n) = ISCR_IRR(c);
	STM_ICR(n) = control;
	STM_CMP(n, c) = STM_TIM0(n) + 200;
	for (uint32_t tries = 0; tries < 1000 && !(STM_ICR(n) & ICR_IR(c)); tries++)
		;
	uint32_t nodes = ((SRC_STM_SR0(n) & SRC_SRR) != 0) | ((SRC_STM_SR1(n) & SRC_SRR) != 0) << 1;
	STM_ICR(n) = 0;
	interrupt_route(&SRC_STM_SR0(n), core_index(), 1);
	interrupt_route(&SRC_STM_SR1(n), core_index(), 1);
	return nodes;
}

static void test_requests(uint32_t n, uint32_t c)
{
	uint32_t others = ICR_EN(!c) | ICR_OS(!c);
	/* The other compare value is not met meanwhile. */
	STM_CMP(n, !c) = STM_TIM0(n) - 1;
	check_equal("  disabled: no node", requested(n, c, ICR_OS(c) | others), 0);
	check_equal("  enabled: SR0", requested(n, c, ICR_EN(c)), 1);
	check_equal("  enabled, SR1", requested(n, c, ICR_EN(c) | ICR_OS(c)), 2);
	check_equal("  enabled with the other one: SR0", requested(n, c, ICR_EN(c) | others), 1);
}

void test_stm(uint32_t n)
{
	printf("STM%u\n", n);
	check_equal("  nothing is enabled", STM_ICR(n) & ICR_WRITABLE, 0);
	test_clock(n);
	test_registers(n);
	for (uint32_t c = 0; c < 2; c++) {
		printf(" CMP%u\n", c);
		test_flag(n, c);
		test_requests(n, c);
	}
}

static volatile uint32_t late_comes;

static void on_late(uint32_t priority)
{
	(void)priority;
	STM_ISCR(0) = ISCR_IRR(0);
	late_comes = 1;
}

void test_late(void)
{
	uint32_t target = STM_TIM0(0);
	target = (target < 0x01000000 ? 0x01000000 : target) + 0x200;
	interrupt_set(1, on_late);
	interrupt_route(&SRC_STM_SR0(0), core_index(), 1);
	STM_CMCON(0) = STM_CMCON_32_BITS;
	STM_CMP0(0) = target;
	STM_ISCR(0) = ISCR_IRR(0);
	STM_ICR(0) = ICR_EN(0);
	interrupts_enable();
	while (!late_comes)
		__asm__ volatile("wait" ::: "memory");
	interrupts_disable();
	STM_ICR(0) = 0;
	check_range("asleep until the clock has passed 2^24", STM_TIM0(0), target, target + 0x100);
	for (uint32_t n = 0; n < CORES; n++) {
		check_equal("TIM0 and TIM0SV go on alike", steady(n), 16);
		check_equal("TIM1 to TIM5 show bits of TIM0", upper(n), 5);
	}
}
