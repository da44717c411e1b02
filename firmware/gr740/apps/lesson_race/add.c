/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* For a lesson: what a student changes. Adds 1: a load, an addition, a store. */
#include "add.h"

void add_one(volatile uint32_t *counter)
{
	*counter = *counter + 1;
}
