/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Wrong: two bits of one word are more than the code corrects. */
#include "memory_control.h"
#include "protect.h"

void protect(void)
{
	MUXCFG |= MUXCFG_EDEN;
}
