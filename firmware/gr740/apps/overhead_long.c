/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* overhead with an operation of 10 ms, as the published one, and a hundredth of the pairs. */
#define OVERHEAD_LONG
#include "overhead.c"
