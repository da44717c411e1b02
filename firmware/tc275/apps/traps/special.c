/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Traps that need registers set before. */
#include "check.h"
#include "traps.h"
#include "wdt.h"

#define SYSCON_PROTEN 2u
#define WHOLE 0xFFFFFFF8u
#define SCU_TRAPSET REG32(0xF0036128u)
#define SCU_TRAPCLR REG32(0xF003612Cu)
#define SCU_TRAPDIS REG32(0xF0036130u)
#define ESR0T 1u

extern uint32_t underflow(void);
extern void underflow_handler(void);

static void syscon_set(uint32_t value)
{
	endinit_open();
	MTCR(CSFR_SYSCON, value);
	endinit_close();
}

/* Set 0 may do everything, set 1 may only fetch. */
static void ranges_set(void)
{
	endinit_open();
	MTCR(CSFR_CPR0_L, 0);
	MTCR(CSFR_CPR0_U, WHOLE);
	MTCR(CSFR_DPR0_L, 0);
	MTCR(CSFR_DPR0_U, WHOLE);
	MTCR(CSFR_CPXE0, 1);
	MTCR(CSFR_DPRE0, 1);
	MTCR(CSFR_DPWE0, 1);
	MTCR(CSFR_CPXE1, 1);
	MTCR(CSFR_DPRE1, 0);
	MTCR(CSFR_DPWE1, 0);
	endinit_close();
}

void test_protection(void)
{
	ranges_set();
	syscon_set(SYSCON_PROTEN);
	for (const struct trap_case *c = protection_cases; c < protection_cases_end; c++)
		trap_case_check(c);
	syscon_set(0);
}

static volatile uint32_t trap_seen;

static uint32_t note(uint32_t class, uint32_t tin, uint32_t pc)
{
	trap_seen = class << 8 | tin;
	SCU_TRAPCLR = ESR0T;
	return pc;
}

void test_nmi(void)
{
	trap_seen = 0;
	trap_set(TRAP_NMI, note);
	endinit_open();
	SCU_TRAPDIS &= ~ESR0T;
	endinit_close();
	SCU_TRAPSET = ESR0T;
	for (int i = 0; i < 1000 && !trap_seen; i++)
		nop();
	check_equal("SCU_TRAPSET.ESR0T: NMI", trap_seen, 7 << 8);
	trap_set(TRAP_NMI, 0);
}

void test_underflow(void)
{
	trap_set_fcu(underflow_handler);
	check_equal("a call without a free context: FCU, its TIN", underflow(), 4);
	trap_set_fcu(0);
}

/* Calls until the list is at its limit; the handler gives what the routine needs to come back. */
static volatile uint32_t depth_at_trap, depth;

static uint32_t at_the_limit(uint32_t class, uint32_t tin, uint32_t pc)
{
	trap_seen = class << 8 | tin;
	depth_at_trap = depth;
	return pc;
}

NOINLINE static uint32_t dive(uint32_t levels)
{
	depth++;
	uint32_t below = levels && !trap_seen ? dive(levels - 1) : 0;
	COMPILER_BARRIER();
	return below + 1;
}

/* Free contexts in front of `link`, those that the caller had but for the one of this call. */
NOINLINE static uint32_t contexts_before(uint32_t link)
{
	uint32_t n = 0;
	for (uint32_t l = MFCR(CSFR_FCX); l != link; l = *csa_address(l))
		n++;
	return n;
}

void test_exhaustion(void)
{
	trap_seen = 0;
	depth = 0;
	uint32_t all = contexts_before(0), before_limit = contexts_before(MFCR(CSFR_LCX));
	trap_set(TRAP_CONTEXT, at_the_limit);
	uint32_t levels = dive(1000);
	trap_set(TRAP_CONTEXT, 0);
	check_equal("recursion to the end of the list: FCD", trap_seen, 3 << 8 | 1);
	check_equal("calls before the one that trapped", depth_at_trap, before_limit + 1);
	check_equal("every call came back", levels, depth);
	check_equal("as many free contexts as before", contexts_before(0), all);
}
