/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef PROTECT_H
#define PROTECT_H
#include <stdint.h>

#define WORDS 256u

/* In SDRAM, read once at the end. */
extern const uint32_t table[WORDS];

/* Called at the beginning: protects the table for the next millisecond. */
void protect(void);
#endif
