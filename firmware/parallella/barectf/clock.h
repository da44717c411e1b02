/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef TRACING_CLOCK_H
#define TRACING_CLOCK_H
#include <stdint.h>

/* Measures what is not counted when the counter is loaded anew or runs down, then starts from 0. */
void clock_start(void);
void clock_stop(void);
/* Goes on from `time`. */
void clock_set(uint64_t time);
/* The time for an event record: held, or now. */
uint64_t clock_for_record(void *data);
#endif
