/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What accesses and instructions cost, by the counters of the core itself: on a TC1.6E (cpu0), then on a
   TC1.6P (cpu1). cpu2 is halted: nobody else uses the crossbar. */
#include "check.h"
#include "latency.h"
#include "smp.h"

uint8_t lmu_area[LMU_BYTES] IN_LMU __attribute__((aligned(4096)));
static uint8_t own0[AREA_BYTES] IN_DSPR_BSS(0) __attribute__((aligned(32)));
static uint8_t own1[AREA_BYTES] IN_DSPR_BSS(1) __attribute__((aligned(32)));
static uint8_t other[AREA_BYTES] IN_DSPR_BSS(2) __attribute__((aligned(4096)));
/* Each core looks at its own DSPR while the other measures. */
static volatile uint32_t done0 IN_DSPR_BSS(1), done1 IN_DSPR_BSS(0);

static void all(uint32_t core, uint8_t *own)
{
	pipeline_rows((uint32_t *)(uint32_t)own);
	data_rows(own, other);
	fetch_rows(core);
	loop_rows(own, other);
}

void main_cpu1(void)
{
	while (!done0)
		__asm__ volatile("nop");
	all(1, own1);
	dsync();
	done1 = 1;
}

int main(void)
{
	all(0, own0);
	dsync();
	done0 = 1;
	while (!done1)
		__asm__ volatile("nop");
	check_true("both cores measured", done1 == 1);
	return check_result();
}
