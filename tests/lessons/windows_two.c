/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Wrong: two layers are parts of the layers above them; one call is still too deep. */
#include "layers.h"
#include "regs.h"

/* A layer that adds `n` below, and mixes what comes back: its work is behind the call, so that it is no jump. */
#define LAYER(kind, name, n, below) \
	kind static uint32_t name(uint32_t word) \
	{ \
		return below(word + n) ^ word << 1; \
	}

NOINLINE static uint32_t bottom(uint32_t word)
{
	return word * 37u;
}

LAYER(NOINLINE, layer2, 2, bottom)
LAYER(inline, layer3, 3, layer2)
LAYER(NOINLINE, layer4, 4, layer3)
LAYER(inline, layer5, 5, layer4)
LAYER(NOINLINE, layer6, 6, layer5)
LAYER(NOINLINE, layer7, 7, layer6)
LAYER(NOINLINE, layer8, 8, layer7)
LAYER(NOINLINE, layer9, 9, layer8)

uint32_t checksum(uint32_t word)
{
	return layer9(word + 10) ^ word << 1;
}
