/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Exchanges with the host, by which the clocks of both can be related. The host interrupts the core; the core
   records the effect, records the cause of its answer, and answers in shared memory. README.md has the steps.
   Between exchanges the core sleeps, or works and traces that, as the mailbox asks. */
#include "barectf-platform-parallella.h"
#include "interrupt.h"
#include "mailbox.h"

static struct mailbox *box;
static uint32_t attempted;
static volatile uint32_t stopped;

static INTERRUPT void on_request(void)
{
	uint64_t entered = tracing_clock();
	struct barectf_default_ctx *trace = tracing_context();
	uint32_t seq = box->request;
	if (seq == MAILBOX_STOP) {
		stopped = 1;
		return;
	}
	/* The read of the request took long; the effect was when the handler began. */
	tracing_hold_clock(entered);
	barectf_trace_sync_effect(trace, seq);
	tracing_release_clock();
	barectf_trace_sync_cause(trace, seq + 1);
	attempted += 2;
	box->ack = seq + 1;
}

/* The tracer is not made for two users: no request while an event is being written. */
static void trace_work(uint32_t n)
{
	uint32_t mask = interrupts_off();
	barectf_trace_work(tracing_context(), n);
	attempted++;
	interrupts_restore(mask);
}

int main(void)
{
	box = own_mailbox();
	interrupt_attach(IRQ_USER, on_request);
	uint32_t iterations = box->work;
	if (tracing_init())
		return 1;
	interrupt_unmask(IRQ_USER);
	if (!iterations)
		idle_until(&stopped);
	for (uint32_t n = 0; !stopped; n++) {
		trace_work(n);
		for (volatile uint32_t i = 0; i < iterations; i++)
			;
	}
	interrupt_mask(IRQ_USER);
	tracing_fini(attempted);
	return 0;
}
