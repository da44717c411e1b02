/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef FUNCTIONS_H
#define FUNCTIONS_H
#include <stdint.h>

uint32_t wrapped(uint32_t x);

/* How many of so many calls the tracer should have recorded, and how many it has on this core. */
uint32_t functions_expected(uint32_t function, uint32_t calls);
uint32_t functions_recorded(uint32_t core, uint32_t function);
/* Of `wrapped` itself: its name means its wrapper to a program that is linked with one. */
uint32_t functions_recorded_wrapped(void);
#endif
