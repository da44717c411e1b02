/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* For a lesson: what a student changes. Nothing is protected yet. */
#include "memory_control.h"
#include "protect.h"

void protect(void)
{
}
