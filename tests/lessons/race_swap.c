/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Wrong: the store is atomic, but what it stores was loaded before. */
#include "add.h"
#include "smp.h"

void add_one(volatile uint32_t *counter)
{
	swap32(counter, *counter + 1);
}
