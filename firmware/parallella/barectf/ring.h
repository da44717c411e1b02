/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef TRACING_RING_H
#define TRACING_RING_H
#include <stdint.h>

enum { PACKET_BYTES = 256, RING_PACKETS = 4 };

struct ring {
	volatile uint32_t consumer;
	volatile uint32_t producer;
	uint64_t packets[RING_PACKETS][PACKET_BYTES / 8];
};
_Static_assert(sizeof(struct ring) == 1032, "the host counts on 1032 bytes a core");

/* The ring of core `number`, in the region that the host allocated or at the default address. */
struct ring *find_ring(uint32_t number);
#endif
