/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "stdlib.h"
#include "machine.h"
#include "signal.h"
#include "string.h"
#include <stdint.h>

void abort(void)
{
	report_abort();
}

void exit(int status)
{
	report_exit(status);
}

int abs(int x)
{
	return x < 0 ? -x : x;
}

long labs(long x)
{
	return x < 0 ? -x : x;
}

/* Blocks come one after the other and are never taken back: the programs are short. The size
   stands before the block, for realloc. */
union header {
	size_t bytes;
	uint64_t align;
};

static char *heap_next = heap_start;

void *malloc(size_t bytes)
{
	if (bytes > (size_t)(heap_end - heap_next) - 2 * sizeof(union header))
		return NULL;
	union header *h = (union header *)(void *)heap_next;
	h->bytes = bytes;
	heap_next += sizeof *h + ((bytes + sizeof *h - 1) & -sizeof *h);
	return h + 1;
}

void *calloc(size_t count, size_t bytes)
{
	void *block = NULL;
	if (!bytes || count <= SIZE_MAX / bytes)
		block = malloc(count * bytes);
	return block ? memset(block, 0, count * bytes) : NULL;
}

void *realloc(void *block, size_t bytes)
{
	void *fresh = malloc(bytes);
	if (fresh && block) {
		size_t old = ((union header *)block)[-1].bytes;
		memcpy(fresh, block, old < bytes ? old : bytes);
	}
	return fresh;
}

void free(void *block)
{
	(void)block;
}

/* By insertion: the programs sort a handful of elements. */
void qsort(void *base, size_t count, size_t bytes, int (*compare)(const void *, const void *))
{
	char *first = base;
	for (size_t i = 1; i < count; i++)
		for (char *p = first + i * bytes; p > first && compare(p - bytes, p) > 0; p -= bytes)
			for (size_t b = 0; b < bytes; b++) {
				char c = p[b];
				p[b] = p[b - bytes];
				p[b - bytes] = c;
			}
}

static sighandler_t on_fpe = SIG_DFL;

sighandler_t signal(int number, sighandler_t handler)
{
	if (number != SIGFPE)
		return SIG_ERR;
	sighandler_t before = on_fpe;
	on_fpe = handler;
	return before;
}

void raise_fpe(void)
{
	if (on_fpe != SIG_DFL)
		on_fpe(SIGFPE);
}
