/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* First fit over blocks that lie one behind the other; neighbours that are free
   become one block. */
#include "heap.h"
#include "smp.h"
#include "string.h"

#define FREE 1u
#define UNIT 16u

/* In front of each block; as long as the alignment. */
struct header {
	uint32_t bytes; /* with the header, a multiple of UNIT; FREE in bit 0 */
	uint32_t unused[3];
};
_Static_assert(sizeof(struct header) == UNIT, "blocks stay aligned");

static uint8_t heap[HEAP_BYTES] __attribute__((section(".noinit"), aligned(32)));
static uint32_t made;
static spinlock_t lock;

volatile uint32_t heap_used, heap_most;
volatile uint32_t heap_allocations, heap_frees, heap_failures;

static struct header *at(uint32_t offset)
{
	return (struct header *)(void *)&heap[offset];
}

static uint32_t length(const struct header *h)
{
	return h->bytes & ~FREE;
}

/* With the lock held: a free block takes in the free ones behind it. */
static uint32_t gap(uint32_t offset)
{
	struct header *h = at(offset);
	uint32_t bytes = length(h);
	while (offset + bytes < HEAP_BYTES && at(offset + bytes)->bytes & FREE)
		bytes += length(at(offset + bytes));
	h->bytes = bytes | FREE;
	return bytes;
}

static void make(void)
{
	if (!made)
		at(0)->bytes = HEAP_BYTES | FREE;
	made = 1;
}

static struct header *take(uint32_t wanted)
{
	make();
	for (uint32_t offset = 0; offset < HEAP_BYTES; offset += length(at(offset))) {
		if (!(at(offset)->bytes & FREE) || gap(offset) < wanted)
			continue;
		uint32_t rest = length(at(offset)) - wanted;
		if (rest)
			at(offset + wanted)->bytes = rest | FREE;
		at(offset)->bytes = wanted;
		return at(offset);
	}
	return NULL;
}

void *malloc(size_t bytes)
{
	if (bytes > HEAP_BYTES - UNIT) {
		spin_lock(&lock);
		heap_failures++;
		spin_unlock(&lock);
		return NULL;
	}
	uint32_t wanted = ((uint32_t)bytes + 2 * UNIT - 1) & ~(UNIT - 1);
	spin_lock(&lock);
	struct header *h = take(wanted);
	if (h) {
		heap_allocations++;
		heap_used += wanted;
		if (heap_used > heap_most)
			heap_most = heap_used;
	} else {
		heap_failures++;
	}
	spin_unlock(&lock);
	return h ? h + 1 : NULL;
}

void *calloc(size_t count, size_t bytes)
{
	if (bytes && count > HEAP_BYTES / bytes)
		return malloc(HEAP_BYTES); /* counts the failure */
	void *memory = malloc(count * bytes);
	if (memory)
		memset(memory, 0, count * bytes);
	return memory;
}

void free(void *memory)
{
	if (!memory)
		return;
	struct header *h = (struct header *)memory - 1;
	spin_lock(&lock);
	heap_frees++;
	heap_used -= h->bytes;
	h->bytes |= FREE;
	spin_unlock(&lock);
}

uint32_t heap_longest_gap(void)
{
	uint32_t longest = 0;
	spin_lock(&lock);
	make();
	for (uint32_t offset = 0; offset < HEAP_BYTES; offset += length(at(offset)))
		if (at(offset)->bytes & FREE && gap(offset) > longest)
			longest = gap(offset);
	spin_unlock(&lock);
	return longest;
}
