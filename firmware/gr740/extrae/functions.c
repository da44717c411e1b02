/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What code calls that GCC compiled with -finstrument-functions: interception by the compiler. The runtime and the
   tracer are compiled without. */
#include "function_names.h"
#include "string.h"
#include "tracer.h"
#include <stddef.h>

#define LISTED 16

void __cyg_profile_func_enter(void *function, void *caller);
void __cyg_profile_func_exit(void *function, void *caller);

/* The functions of EXTRAE_FUNCTIONS, names with commas between them; without it, all are recorded. */
static uint32_t listed[LISTED], count;
static uint8_t selects;

void extrae_functions_start(void)
{
	const char *text = extrae_variable("EXTRAE_FUNCTIONS");
	selects = text && *text;
	count = 0;
	while (text && *text) {
		size_t length = 0;
		while (text[length] && text[length] != ',')
			length++;
		for (const struct function *f = extrae_next(NULL); f && count < LISTED; f = extrae_next(f))
			if (strlen(f->name) == length && memcmp(f->name, text, length) == 0)
				listed[count++] = f->address;
		text += length + (text[length] == ',');
	}
}

int extrae_is_recorded(uint32_t function)
{
	for (uint32_t i = 0; i < count; i++)
		if (listed[i] == function)
			return 1;
	return !selects;
}

void __cyg_profile_func_enter(void *function, void *caller)
{
	(void)caller;
	if (extrae_on && extrae_is_recorded((uint32_t)function))
		extrae_record(EV_USER_FUNCTION, (uint32_t)function, WITH_COUNTERS | WITH_STACK,
			      extrae_state[cpu_index()]);
}

void __cyg_profile_func_exit(void *function, void *caller)
{
	(void)caller;
	if (extrae_on && extrae_is_recorded((uint32_t)function))
		extrae_record(EV_USER_FUNCTION, 0, WITH_COUNTERS | WITH_STACK, extrae_state[cpu_index()]);
}
