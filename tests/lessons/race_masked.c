/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Wrong: no interrupt comes between load and store, but other cores do. */
#include "add.h"
#include "regs.h"

void add_one(volatile uint32_t *counter)
{
	uint32_t level = pil_set(15);
	*counter = *counter + 1;
	pil_set(level);
}
