/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef EVENTS_H
#define EVENTS_H
#include "counters.h"

typedef void kernel_fn(void);

/* kernels.S: runs `kernel` with A6 = data and the counters on; leaves them in *counts. */
void measure(uint32_t selection, kernel_fn *kernel, struct counts *counts, void *data);
kernel_fn kernel_empty, kernel_nops_100, kernel_chain_100, kernel_jumps_50, kernel_not_taken_20, kernel_loop_30,
	kernel_calls_10, kernel_pairs_32, kernel_multiply_use_16, kernel_pointers_16, kernel_loads_32,
	kernel_stores_32, kernel_lines_64, kernel_line_stores_64, kernel_words_64, kernel_words_stored_64,
	kernel_code_64_lines;

/* One kernel's counts without what the empty kernel has; the kernel has run once before. */
struct counts count(uint32_t selection, kernel_fn *kernel, void *data);
/* The same, but `prepare` puts the caches into a state first. */
struct counts count_after(void (*prepare)(void), uint32_t selection, kernel_fn *kernel, void *data);

enum { LMU_BYTES = 16 * 1024, WAY_BYTES = 4 * 1024, LINE_BYTES = 32 };
extern uint8_t lmu_area[LMU_BYTES];

/* What all cores count alike; `own` lies in the DSPR of the calling core. */
void test_common(const char *core, uint32_t *own);
void test_superscalar(void);
void test_data_cache(void);
void test_scalar(uint32_t *own);
void test_read_buffer(void);
void test_program_cache(void);
void test_registers(void);
#endif
