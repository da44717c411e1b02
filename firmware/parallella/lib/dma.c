/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "dma.h"

void dma_describe(struct dma_descriptor *d, volatile void *to, const volatile void *from, uint32_t items,
		  uint32_t log_size, uint32_t flags)
{
	uint32_t size = 1u << log_size;
	d->config = DMA_ENABLE | DMA_MASTER | log_size << 5 | flags;
	d->inner_stride = DMA_PAIR(size, size);
	d->count = 1u << 16 | items;
	d->outer_stride = 0;
	d->source = from;
	d->destination = to;
}
