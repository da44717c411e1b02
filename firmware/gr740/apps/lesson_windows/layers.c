/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* For a lesson: what a student changes. Ten layers, each of which does a little and calls the layer below. */
#include "layers.h"
#include "regs.h"

/* A layer that adds `n` below, and mixes what comes back: its work is behind the call, so that it is no jump. */
#define LAYER(name, n, below) \
	NOINLINE static uint32_t name(uint32_t word) \
	{ \
		return below(word + n) ^ word << 1; \
	}

NOINLINE static uint32_t bottom(uint32_t word)
{
	return word * 37u;
}

LAYER(layer2, 2, bottom)
LAYER(layer3, 3, layer2)
LAYER(layer4, 4, layer3)
LAYER(layer5, 5, layer4)
LAYER(layer6, 6, layer5)
LAYER(layer7, 7, layer6)
LAYER(layer8, 8, layer7)
LAYER(layer9, 9, layer8)

uint32_t checksum(uint32_t word)
{
	return layer9(word + 10) ^ word << 1;
}
