/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The two DMA channels of a core. Channel 0 goes before channel 1. */
#ifndef DMA_H
#define DMA_H
#include "core.h"

enum {
	DMA_ENABLE = 1 << 0,
	DMA_MASTER = 1 << 1,
	DMA_CHAIN = 1 << 2,
	DMA_STARTUP = 1 << 3,
	DMA_IRQ = 1 << 4,
	DMA_BYTE = 0 << 5,
	DMA_HALF = 1 << 5,
	DMA_WORD = 2 << 5,
	DMA_DOUBLE = 3 << 5,
	DMA_MESSAGE = 1 << 10,
};
enum { DMA_STATE_IDLE = 0, DMA_STATE_ACTIVE = 5, DMA_STATE_ERROR = 0xD };

/* What the engine loads; in local memory. Strides in bytes, destination in the upper half, source in the
   lower; counts: outer in the upper half. After the last item of a row the outer strides are added instead
   of the inner ones. */
struct dma_descriptor {
	uint32_t config;
	uint32_t inner_stride;
	uint32_t count;
	uint32_t outer_stride;
	const volatile void *source;
	volatile void *destination;
} __attribute__((aligned(8)));

#define DMA_PAIR(destination, source) ((uint32_t)(destination) << 16 | ((uint32_t)(source) & 0xFFFF))

/* `next`: for DMA_CHAIN. */
static inline uint32_t dma_config(uint32_t flags, const struct dma_descriptor *next)
{
	return (uint32_t)next << 16 | flags;
}

/* One row of `items` items of 1 << log_size bytes. */
void dma_describe(struct dma_descriptor *d, volatile void *to, const volatile void *from, uint32_t items,
		  uint32_t log_size, uint32_t flags);

static inline void dma_start(int channel, const struct dma_descriptor *d)
{
	uint32_t start = (uint32_t)d << 16 | DMA_STARTUP;
	if (channel)
		MOVTS(dma1config, start);
	else
		MOVTS(dma0config, start);
}

static inline uint32_t dma_state(int channel)
{
	return (channel ? MOVFS(dma1status) : MOVFS(dma0status)) & 15;
}

static inline void dma_wait(int channel)
{
	while (dma_state(channel) != DMA_STATE_IDLE)
		;
}
#endif
