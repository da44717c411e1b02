/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Right: the code corrects what is read, and the scrubber writes it back before a second bit of a word flips. */
#include "memory_control.h"
#include "protect.h"

void protect(void)
{
	MUXCFG |= MUXCFG_EDEN;
	SCRUB_FROM = (uint32_t)table;
	SCRUB_TO = (uint32_t)(table + WORDS) - 1;
	SCRUB_CONFIG = SCRUB_DELAY(255u) | SCRUB_LOOP | SCRUB_EN;
}
