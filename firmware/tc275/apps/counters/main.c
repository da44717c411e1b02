/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Validation of what measures: the three system timers, and the counters of all cores. First every register holds
   what is written and nothing else, then it counts what it says. `trueboard mutate` says which defects of these
   registers this program notices. */
#include "check.h"
#include "validation.h"
#include "printf.h"
#include "smp.h"

const uint32_t patterns[PATTERNS] = { 0x5A3CA5C3, 0xA5C35A3C, 0x7FFFFFFF, 0x0F0F1E1E, 0x70E0C0A0, 0 };

static struct found found[CORES];
static volatile uint32_t turn;

static void wait_for_turn(uint32_t n)
{
	while (turn != n)
		nop();
}

/* Cores take turns, so that what one of them reads is not what another one has just read. */
static void measure_in_turn(uint32_t core)
{
	wait_for_turn(core);
	counters_hold(&found[core]);
	dsync();
	turn = core + 1;
	wait_for_turn(CORES + core);
	counters_count(&found[core]);
	dsync();
	turn = CORES + core + 1;
}

void main_cpu1(void)
{
	measure_in_turn(1);
}

void main_cpu2(void)
{
	measure_in_turn(2);
}

int main(void)
{
	printf("Counters and clocks\n");
	for (uint32_t n = 0; n < CORES; n++)
		test_stm(n);
	wait_for_turn(0);
	counters_hold(&found[0]);
	dsync();
	turn = 1;
	wait_for_turn(CORES);
	counters_count(&found[0]);
	dsync();
	turn = CORES + 1;
	wait_for_turn(2 * CORES);
	for (uint32_t core = 0; core < CORES; core++) {
		const struct found *f = &found[core];
		printf("cpu%u\n", core);
		check_equal("CCTRL holds what is written", f->control, 5);
		check_equal("counters hold what is written, stopped", f->held, 5 * PATTERNS);
		check_equal("  and keep it while others write theirs", f->kept, 5);
		check_equal("ICNT: 100 NOPs", f->instructions, 100);
		check_equal("M1CNT: 50 jumps", f->branches, 50);
		check_range("CCNT: 100 dependent additions", f->cycles, 100, 102);
		check_equal("CCNT wraps with a sticky overflow", f->wrapped, 1);
	}
	test_late();
	return check_result();
}
