/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Wrong: the scrubber goes over the table once, before anything has flipped. */
#include "memory_control.h"
#include "protect.h"

void protect(void)
{
	MUXCFG |= MUXCFG_EDEN;
	SCRUB_FROM = (uint32_t)table;
	SCRUB_TO = (uint32_t)(table + WORDS) - 1;
	SCRUB_CONFIG = SCRUB_EN;
}
