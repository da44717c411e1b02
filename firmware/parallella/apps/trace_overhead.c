/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What a tracepoint costs: cycles by CTIMER0 of records that fit, and of those that close a packet. Core 0 empties its
   own ring before each event, so nothing is dropped and no host is needed. */
#include "barectf-platform-parallella.h"
#include "check.h"
#include "ctimer.h"
#include "printf.h"
#include "ring.h"

enum { EVENTS = 40 };

enum kind { NOTHING, COUNT, COUNT4, TEXT, INTEGERS, KINDS };
static const char *const name[KINDS] = { "no fields", "4 bytes", "16 bytes", "text of 14", "30 bytes, eight fields" };

struct overhead {
	/* Of the records that fit: least, most, sum, number; of the others: sum and number. */
	uint32_t least, most, sum, fit, closing_sum, closing;
};
SHARED struct overhead overhead_results[KINDS];

static void trace(enum kind kind, uint32_t n)
{
	struct barectf_default_ctx *c = tracing_context();
	switch (kind) {
	case NOTHING:
		barectf_trace_nothing(c);
		break;
	case COUNT:
		barectf_trace_count(c, n);
		break;
	case COUNT4:
		barectf_trace_count4(c, n, n, n, n);
		break;
	case TEXT:
		barectf_trace_text(c, "fourteen chars");
		break;
	default:
		barectf_trace_integers(c, 1, 2, n, n, 3, 4, 5, 6);
		break;
	}
}

static void measure(enum kind kind, struct ring *ring)
{
	struct overhead o = { 0xFFFFFFFFu, 0, 0, 0, 0, 0 };
	for (uint32_t n = 0; n < EVENTS; n++) {
		ring->consumer = tracing_packets();
		uint32_t packets = tracing_packets();
		cycles_start();
		trace(kind, n);
		uint32_t took = cycles();
		if (tracing_packets() != packets) {
			o.closing_sum += took;
			o.closing++;
			continue;
		}
		o.least = took < o.least ? took : o.least;
		o.most = took > o.most ? took : o.most;
		o.sum += took;
		o.fit++;
	}
	overhead_results[kind] = o;
	printf("%-24s %5u %5u %5u in the packet, %6u with a new packet (%u of %u)\n", name[kind], o.least,
	       o.sum / o.fit, o.most, o.closing ? o.closing_sum / o.closing : 0, o.closing, EVENTS);
	check_count("records fit and packets close", o.fit + o.closing == EVENTS && o.closing > 0);
}

int main(void)
{
	if (core_number())
		return 0;
	if (tracing_init())
		return 1;
	struct ring *ring = find_ring(0);
	printf("cycles of a tracepoint:   least  mean  most\n");
	for (uint32_t kind = 0; kind < KINDS; kind++)
		measure((enum kind)kind, ring);
	printf("clock: %u cycles not counted when it is loaded anew, %u when it has run down\n", tracing_clock_skipped(),
	       tracing_clock_gap());
	check_equal("records dropped", barectf_discarded_event_records_count(tracing_context()), 0);
	tracing_fini(KINDS * EVENTS);
	return check_result();
}
