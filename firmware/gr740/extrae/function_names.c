/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The functions of the image by address; the linker's second run has the table, the first one has none. */
#include "function_names.h"
#include <stddef.h>

extern const struct function extrae_names[] __attribute__((weak));

static uint32_t known(void)
{
	static uint32_t count;
	while (extrae_names && extrae_names[count].name)
		count++;
	return count;
}

const struct function *extrae_function(uint32_t address)
{
	uint32_t from = 0, to = known();
	while (from < to) {
		uint32_t middle = from + (to - from) / 2;
		if (extrae_names[middle].address <= address)
			from = middle + 1;
		else
			to = middle;
	}
	return from ? &extrae_names[from - 1] : NULL;
}

const struct function *extrae_next(const struct function *last)
{
	const struct function *next = last ? last + 1 : extrae_names;
	return next && next->name ? next : NULL;
}

static uint8_t uses[1024];

void extrae_use(const struct function *f, enum use use)
{
	uint32_t at = (uint32_t)(f - extrae_names);
	if (at < sizeof uses)
		uses[at] |= (uint8_t)use;
}

int extrae_is_used(const struct function *f, enum use use)
{
	uint32_t at = (uint32_t)(f - extrae_names);
	return at < sizeof uses && uses[at] & use;
}
