/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* How long the operation of overhead.c takes, and how many there are at least. */
#ifndef OVERHEAD_H
#define OVERHEAD_H

#ifdef OVERHEAD_LONG
#define TURNS 625000u /* four cycles each: 10 ms at 250 MHz, as the published operation */
#define PAIRS 10u
#else
#define TURNS 2300u /* about 9200 cycles */
#define PAIRS 1000u
#endif

#endif
