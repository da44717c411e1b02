/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* rt_pair with every second run of com1 10 ms late. */
#define PAIR_DELAY_US 10000
#include "rt_pair.c"
