/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* More events than the host takes out: each core traces as fast as it can. The mailbox tells how many trace
   calls there were and how many records were dropped; packets tell the same. With nobody at the other end
   exactly RING_PACKETS packets fill up, all later records are dropped, and the core stays in tracing_fini
   only if a packet is open: none is. */
#include "barectf-platform-parallella.h"
#include "core.h"

enum { EVENTS = 2000 };

int main(void)
{
	if (tracing_init())
		return 1;
	struct barectf_default_ctx *trace = tracing_context();
	for (uint32_t n = 0; n < EVENTS; n++)
		barectf_trace_count(trace, n);
	tracing_fini(EVENTS);
	return 0;
}
