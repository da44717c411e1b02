/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Timers, CONFIG and MESHCFG of the core that calls hold what is written, and nothing else. */
#include "kernels.h"

/* Each bit has both values, and no two patterns in a row agree in a byte. */
static const uint32_t patterns[] = { 0x5A3CA5C3, 0xA5C35A3C, 0xFFFFFFFF, 0x0F0F1E1E, 0xF0E0C0A1, 0x2468ACE1 };
/* Events of the two counters, or of the two mesh events; the first write sets a bit of each field. */
static const uint8_t events[] = { 0x5A, 0xA5, 0xF1, 0x1F, 0x62, 0x26, 0x00 };
enum { PATTERNS = sizeof patterns / sizeof *patterns, EVENTS = sizeof events };

static uint32_t fields_hold(void)
{
	uint32_t good = 0, before = MOVFS(config);
	uint32_t off = before & ~(uint32_t)(CONFIG_CTIMER0 | CONFIG_CTIMER1);
	MOVTS(ctimer0, CTIMER_MAX);
	MOVTS(ctimer1, CTIMER_MAX);
	for (uint32_t i = 0; i < EVENTS; i++) {
		MOVTS(config, off | (uint32_t)events[i] << 4);
		good += MOVFS(config) == (off | (uint32_t)events[i] << 4);
	}
	MOVTS(config, before);
	return good;
}

/* A write to the own global address arrives some cycles later. */
static uint32_t mesh_holds(void)
{
	volatile uint32_t *meshcfg = reg_at(core_number(), REG_MESHCFG);
	uint32_t good = 0, before = *meshcfg;
	for (uint32_t i = 0; i < EVENTS; i++) {
		uint32_t value = (before & ~0xFF0u) | (uint32_t)events[i] << 4;
		*meshcfg = value;
		for (uint32_t tries = 0; tries < 50; tries++)
			if (*meshcfg == value) {
				good++;
				break;
			}
	}
	*meshcfg = before;
	return good;
}

static uint32_t timers_hold(void)
{
	uint32_t good = 0, own = core_number() << 8;
	for (uint32_t i = 0; i < PATTERNS; i++) {
		MOVTS(ctimer0, patterns[i] ^ own);
		MOVTS(ctimer1, ~patterns[i] ^ own);
		good += MOVFS(ctimer0) == (patterns[i] ^ own);
		good += MOVFS(ctimer1) == (~patterns[i] ^ own);
		/* No read changes it. */
		good += MOVFS(ctimer0) == (patterns[i] ^ own);
		good += MOVFS(ctimer1) == (~patterns[i] ^ own);
	}
	return good;
}

uint32_t registers_missed(void)
{
	return 2 * EVENTS + 4 * PATTERNS - fields_hold() - mesh_holds() - timers_hold();
}
