/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef DMA_TESTS_H
#define DMA_TESTS_H
#include "dma.h"

enum { BUFFER = 8192 };
extern uint64_t source[BUFFER / 8], target[BUFFER / 8];

void test_shapes(void);
void test_ends(void);
void measure_rates(void);
/* On core 1: waits for a transfer of core 0 that ends with an interrupt here. */
void receive_message(void);
void run(int channel, const struct dma_descriptor *d);
#endif
