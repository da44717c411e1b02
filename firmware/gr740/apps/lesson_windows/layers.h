/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef LAYERS_H
#define LAYERS_H
#include <stdint.h>

/* The checksum of a word, through all layers. */
uint32_t checksum(uint32_t word);
#endif
