/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef LATENCY_H
#define LATENCY_H
#include "../events/events.h"

/* The view of a flash or LMU address that caches leave alone. */
#define UNCACHED(p) ((void *)((uint32_t)(p) + 0x20000000u))

enum { AREA_BYTES = 16 * 1024, AREA_WORDS = AREA_BYTES / 4 };

/* kernels.S; A6 = data. */
kernel_fn load_use_32, store_apart_32, sequential_64, lines_written_64;
kernel_fn add_32, divide_32, divide_small_32, multiply_32, accumulate_32, multiply_accumulate_32, float_add_32,
	float_divide_32, fall_through_32, alternate_32, burn_down_64, burn_up_64;
kernel_fn loop_32, loop_64;
/* Over AREA_WORDS words at A6; the sum and what is read go to the two words of `mailbox`. */
kernel_fn vec_read, vec_write, vec_sum, vec_gain, vec_power;
/* The same loops in flash: within one line of 32 bytes, and across two. */
kernel_fn flash_read, flash_write, flash_sum, flash_gain, flash_power;

/* What A7 points at while a loop runs: two words in the DSPR of the calling core. */
extern uint32_t mailbox0[4], mailbox1[4];

/* All counters of `kernel` for one of its `rounds`, in one console line. */
void row(const char *what, kernel_fn *kernel, void *data, uint32_t rounds);
/* The same with a state of the caches that `prepare` makes. */
void row_after(const char *what, void (*prepare)(void), kernel_fn *kernel, void *data, uint32_t rounds);
void nothing(void);

/* A line with the names of the columns. */
void heading(const char *what);

void pipeline_rows(uint32_t *own);
void data_rows(uint8_t *own, uint8_t *other);
void fetch_rows(uint32_t core);
void loop_rows(uint8_t *own, uint8_t *other);
#endif
