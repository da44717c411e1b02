/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "../../apps/functions/functions.h"
#include "tracer.h"
#include "variable.h"
#include <stddef.h>

VARIABLE(EXTRAE_FUNCTIONS, "");

const char *const extrae_environment[] = {
	"EXTRAE_ON=1",
	"EXTRAE_PROGRAM_NAME=functions_extrae",
	"EXTRAE_COUNTERS=11,15,08,18",
	set_EXTRAE_FUNCTIONS,
	NULL,
};

uint32_t __real_wrapped(uint32_t x);
uint32_t __wrap_wrapped(uint32_t x);

/* The records that __cyg_profile_func_enter and _exit make, from a wrapper. */
uint32_t __wrap_wrapped(uint32_t x)
{
	extrae_record(EV_USER_FUNCTION, (uint32_t)__real_wrapped, WITH_COUNTERS | WITH_STACK, RUNNING);
	x = __real_wrapped(x);
	extrae_record(EV_USER_FUNCTION, 0, WITH_COUNTERS | WITH_STACK, RUNNING);
	return x;
}

uint32_t functions_expected(uint32_t function, uint32_t calls)
{
	return extrae_is_recorded(function) ? calls : 0;
}

uint32_t functions_recorded(uint32_t core, uint32_t function)
{
	const struct buffer *b = &extrae_buffers[core];
	uint32_t n = 0;
	for (uint32_t i = 0; i < b->used; i++)
		n += b->records[i].type == EV_USER_FUNCTION && b->records[i].value == function;
	return n;
}

uint32_t functions_recorded_wrapped(void)
{
	return functions_recorded(0, (uint32_t)__real_wrapped);
}
