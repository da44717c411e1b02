/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* CCTRL, CCNT, ICNT and M1CNT to M3CNT of the core that calls. */
#include "../events/events.h"
#include "validation.h"

#define CCTRL_CM 1u /* task mode */

static uint32_t counter_read(uint32_t i)
{
	switch (i) {
	case 0:
		return MFCR(CSFR_CCNT);
	case 1:
		return MFCR(CSFR_ICNT);
	case 2:
		return MFCR(CSFR_M1CNT);
	case 3:
		return MFCR(CSFR_M2CNT);
	default:
		return MFCR(CSFR_M3CNT);
	}
}

static void counter_write(uint32_t i, uint32_t value)
{
	switch (i) {
	case 0:
		MTCR(CSFR_CCNT, value);
		break;
	case 1:
		MTCR(CSFR_ICNT, value);
		break;
	case 2:
		MTCR(CSFR_M1CNT, value);
		break;
	case 3:
		MTCR(CSFR_M2CNT, value);
		break;
	default:
		MTCR(CSFR_M3CNT, value);
	}
}

/* A value that no other core and no other counter has. */
static uint32_t of_core(uint32_t i)
{
	return 0x2468ACE1u + (core_index() << 20) + (i << 12) + core_index() + 2 * i;
}

void counters_hold(struct found *found)
{
	/* The first write sets a bit of every field but CE, the second one CE. */
	static const uint32_t controls[] = {
		CCTRL_CM | CCTRL_M1(1) | CCTRL_M2(2) | CCTRL_M3(3),
		CCTRL_CE | CCTRL_M1(3) | CCTRL_M2(1) | CCTRL_M3(2),
		CCTRL_CM | CCTRL_CE | CCTRL_M1(2) | CCTRL_M2(3) | CCTRL_M3(1),
		CCTRL_M1(3) | CCTRL_M2(3) | CCTRL_M3(3),
		0,
	};
	found->control = 0;
	for (uint32_t i = 0; i < sizeof controls / sizeof *controls; i++) {
		MTCR(CSFR_CCTRL, controls[i]);
		found->control += MFCR(CSFR_CCTRL) == controls[i];
	}
	found->held = 0;
	for (uint32_t i = 0; i < 5; i++)
		for (uint32_t k = 0; k < PATTERNS; k++) {
			counter_write(i, patterns[k]);
			found->held += counter_read(i) == patterns[k];
		}
	for (uint32_t i = 0; i < 5; i++)
		counter_write(i, of_core(i));
}

void counters_count(struct found *found)
{
	static uint32_t unused[8];
	found->kept = 0;
	for (uint32_t i = 0; i < 5; i++)
		found->kept += counter_read(i) == of_core(i);
	found->instructions = count(0, kernel_nops_100, unused).icnt;
	found->branches = count(CCTRL_M1(M1_TOTAL_BRANCH), kernel_jumps_50, unused).m1;
	found->cycles = count(0, kernel_chain_100, unused).ccnt;
	counters_clear();
	MTCR(CSFR_CCNT, COUNTER_VALUE - 10);
	counters_start(0);
	for (uint32_t i = 0; i < 20; i++)
		nop();
	counters_stop();
	uint32_t value = MFCR(CSFR_CCNT);
	found->wrapped = (value & COUNTER_SOVF) != 0 && (value & COUNTER_VALUE) < 1000;
}
