/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Every call takes a context save area. A recursion deeper than the free list is long ends in the trap
   "free context list depleted" (class 3, TIN 1); its handler lengthens the list and the program goes on. */
#include "c_tests.h"
#include "check.h"
#include "regs.h"
#include "trap.h"

#define DEPTH 700
#define BLOCK 64u /* CSAs that one trap adds */
#define BLOCKS 12u
#define FCD 1

static uint32_t spare[BLOCKS][BLOCK][16] __attribute__((aligned(64)));
static volatile uint32_t blocks_used;

static uint32_t link_of(const volatile uint32_t *csa)
{
	uint32_t address = (uint32_t)csa;
	return (address >> 28) << 16 | (address >> 6 & 0xFFFF);
}

static uint32_t free_contexts(void)
{
	uint32_t n = 0;
	for (uint32_t link = MFCR(CSFR_FCX); link & 0xFFFFF; link = *csa_address(link))
		n++;
	return n;
}

static uint32_t lengthen(uint32_t class, uint32_t tin, uint32_t pc)
{
	(void)class;
	if (tin != FCD || blocks_used == BLOCKS)
		return 0; /* a fetch from there ends the run with a trap */
	uint32_t(*block)[16] = spare[blocks_used];
	for (uint32_t i = 0; i < BLOCK; i++)
		block[i][0] = i + 1 < BLOCK ? link_of(block[i + 1]) : 0;
	volatile uint32_t *last = csa_address(MFCR(CSFR_FCX));
	while (*last & 0xFFFFF)
		last = csa_address(*last);
	*last = link_of(block[0]);
	dsync();
	MTCR(CSFR_LCX, link_of(block[BLOCK - CSA_RESERVE]));
	blocks_used++;
	return pc;
}

NOINLINE static uint32_t triangle(uint32_t n)
{
	if (!n)
		return 0;
	uint32_t below = triangle(n - 1);
	COMPILER_BARRIER(); /* else the compiler makes a loop of it */
	return below + n;
}

NOINLINE static uint32_t ackermann(uint32_t m, uint32_t n)
{
	if (!m)
		return n + 1;
	return ackermann(m - 1, n ? ackermann(m, n - 1) : 1);
}

void test_recursion(void)
{
	uint32_t before = free_contexts();
	trap_set(TRAP_CONTEXT, lengthen);
	check_equal("recursion over the end of the list", triangle(DEPTH), DEPTH * (DEPTH + 1) / 2);
	check_range("times the list was lengthened", blocks_used, (DEPTH - before) / BLOCK, BLOCKS - 1);
	check_equal("all contexts are free again", free_contexts(), before + blocks_used * BLOCK);
	uint32_t used = blocks_used;
	check_equal("the same again", triangle(DEPTH), DEPTH * (DEPTH + 1) / 2);
	check_equal("without a trap", blocks_used, used);
	check_equal("Ackermann function", ackermann(2, 9), 21);
	trap_set(TRAP_CONTEXT, 0);
}
