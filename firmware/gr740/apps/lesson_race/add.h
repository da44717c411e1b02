/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef ADD_H
#define ADD_H
#include <stdint.h>

/* Adds 1 to a counter that four cores share. */
void add_one(volatile uint32_t *counter);
#endif
