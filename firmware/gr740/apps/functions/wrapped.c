/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* In a file of its own, since ld --wrap leaves calls within a file as they are. */
#include "functions.h"

uint32_t wrapped(uint32_t x)
{
	return x * 3 + 1;
}
