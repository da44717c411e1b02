/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* barectf on an Epiphany core: packets go to a ring in shared memory, the clock is CTIMER1. The layout is in
   ../README.md. */
#ifndef BARECTF_PLATFORM_PARALLELLA_H
#define BARECTF_PLATFORM_PARALLELLA_H
#include "barectf.h"
#include <stdint.h>

/* Finds the ring, starts the clock at 0, opens the first packet and says READY in the mailbox. Takes CTIMER1
   with its interrupt for good and CTIMER0 for a moment. 0, or -1 if the ring's indices make no sense. */
int tracing_init(void);

/* Puts the last packet into the ring, stops the clock and says FINISHED in the mailbox.
   `attempted`: trace calls made, for the host to compare with. */
void tracing_fini(uint32_t attempted);

struct barectf_default_ctx *tracing_context(void);

/* Starts the clock at 0 again. This and the next one only before the first trace call: the packet is opened anew, so
   that it does not begin at a time of the clock before. */
void tracing_reset_clock(void);

/* Lets the clock go on from `cycles`: to see it pass 2^32 without a wait of seven seconds. CTIMER1 begins at the
   complement of the low word. */
void tracing_set_clock(uint64_t cycles);

/* Cycles since the clock's start, monotonic wherever it is called. Exact to the cycle in which CTIMER1 is read, as long
   as no 3.5 seconds (2^31 cycles) pass without a call: CTIMER1 may then stand at its end, which is made up for by what
   that usually takes. */
uint64_t tracing_clock(void);

/* Until tracing_release_clock, event records get this time: for a handler that has something slow to do
   before it can record when it was entered. */
void tracing_hold_clock(uint64_t cycles);
void tracing_release_clock(void);

/* Packets that went into the ring so far. */
uint32_t tracing_packets(void);

/* Cycles that CTIMER1 stands still at its end until the handler restarts it, and those that it misses when it is
   loaded anew, as tracing_init measured them; the clock adds them. */
uint32_t tracing_clock_gap(void);
uint32_t tracing_clock_skipped(void);
#endif
