/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "ring.h"
#include <string.h>

#define RINGS_BY_DEFAULT 0x8F004A40u

/* The host's table of shared regions. */
struct region {
	uint64_t address;
	char name[256];
	uint64_t bytes;
	uint64_t core_address;
	uint64_t offset;
	uint32_t users;
	uint32_t valid;
};
_Static_assert(sizeof(struct region) == 296, "as the host lays it out");

struct region_table {
	uint32_t magic;
	uint32_t initialised;
	struct region regions[64];
};
#define TABLE ((const volatile struct region_table *)0x8F000000)
#define TABLE_MAGIC 0xABCDEF00u

static const char name[20] __attribute__((aligned(4))) = "barectf-tracing";

/* Word by word: every read of external memory takes about a thousand cycles. */
static int same_name(const volatile char *other)
{
	const volatile uint32_t *theirs = (const volatile uint32_t *)other;
	const uint32_t *ours = (const uint32_t *)name;
	for (uint32_t i = 0; i < 4; i++)
		if (theirs[i] != ours[i])
			return 0;
	return 1;
}

struct ring *find_ring(uint32_t number)
{
	uint32_t rings = RINGS_BY_DEFAULT;
	if (TABLE->magic == TABLE_MAGIC) {
		for (uint32_t i = 0; i < 64; i++) {
			const volatile struct region *r = &TABLE->regions[i];
			if (r->valid == 1 && same_name(r->name)) {
				rings = (uint32_t)r->core_address;
				break;
			}
		}
	}
	return (struct ring *)(rings + (number << 10) + (number << 3));
}
