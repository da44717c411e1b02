/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef TRACING_CLOCK_H
#define TRACING_CLOCK_H
#include <stdint.h>

/* Measures the gap at an overflow, then starts from 0. */
void clock_start(void);
void clock_stop(void);
/* The time for an event record: held, or now. */
uint64_t clock_for_record(void *data);
#endif
