/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Right: a compare and swap, repeated until no other core has come between. */
#include "add.h"
#include "smp.h"

void add_one(volatile uint32_t *counter)
{
	fetch_add32(counter, 1);
}
