/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Names of the image's functions, and which of them a trace has. */
#ifndef FUNCTION_NAMES_H
#define FUNCTION_NAMES_H
#include <stdint.h>

struct function {
	uint32_t address;
	const char *name;
	const char *line; /* FILE:LINE, NULL without debug information */
};

enum use { SAMPLED = 1, CALLED = 2 };

/* The one in which an address lies, NULL for none. */
const struct function *extrae_function(uint32_t address);
/* The one behind `last`, the first for NULL; NULL behind the last. */
const struct function *extrae_next(const struct function *last);
void extrae_use(const struct function *f, enum use use);
int extrae_is_used(const struct function *f, enum use use);
#endif
