/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "trap.h"
#include <stddef.h>

/* vectors.S reads these. */
trap_handler *trap_handlers[TRAP_CLASSES];
void (*trap_fcu_entry)(void);

void trap_set(enum trap_class class, trap_handler *handler)
{
	trap_handlers[class] = handler;
}

void trap_set_fcu(void (*entry)(void))
{
	trap_fcu_entry = entry;
}
