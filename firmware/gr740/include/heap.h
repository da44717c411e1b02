/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A heap for all cores, with marks that a debugger or `--dump` reads by name. */
#ifndef HEAP_H
#define HEAP_H
#include <stddef.h>
#include <stdint.h>

#define HEAP_BYTES (1024u * 1024u)

/* Aligned to 16 bytes; NULL when no gap is large enough. */
void *malloc(size_t bytes);
void *calloc(size_t count, size_t bytes);
void free(void *memory);

/* Bytes of live allocations with their headers, and the most there ever were. */
extern volatile uint32_t heap_used, heap_most;
/* Calls that returned memory, calls that gave it back, calls that found no gap. */
extern volatile uint32_t heap_allocations, heap_frees, heap_failures;
/* Longest gap: HEAP_BYTES when all is free again. */
uint32_t heap_longest_gap(void);
#endif
