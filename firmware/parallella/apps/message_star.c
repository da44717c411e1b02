/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* An application that hands out work by messages: core 0 stores a number in each core and interrupts it, the core
   answers with a store into core 0. Both record each message, so that their clocks can be related without
   exchanges made for that. */
#include "barectf-platform-parallella.h"
#include "ctimer.h"
#include "interrupt.h"
#include "mailbox.h"
#include "smp.h"

enum { ROUNDS = 100, PAUSE = 120000 };
#define LAST 0xFFFFFFFFu

/* The work that a core has got, and in core 0 the answers of the others. */
static REMOTE volatile uint32_t job;
static REMOTE volatile uint32_t answers[CORES];

static volatile uint32_t stopped;
static uint32_t self, attempted;

static INTERRUPT void on_job(void)
{
	struct barectf_default_ctx *trace = tracing_context();
	uint32_t n = job;
	barectf_trace_message_get(trace, 0, self, n);
	attempted++;
	if (n == LAST) {
		stopped = 1;
		return;
	}
	/* Some cores take longer than others. */
	for (volatile uint32_t i = 0; i < 20 * (n + self); i++)
		;
	barectf_trace_message_put(trace, self, 0, n);
	attempted++;
	volatile uint32_t *answer = at_core(0, &answers[self]);
	*answer = n;
}

static void put(uint32_t to, uint32_t n)
{
	barectf_trace_message_put(tracing_context(), 0, to, n);
	attempted++;
	volatile uint32_t *there = at_core(to, &job);
	*there = n;
	interrupt_raise(to, IRQ_USER);
}

static void hand_out(void)
{
	for (uint32_t n = 1; n <= ROUNDS; n++) {
		/* Another core begins in each round: the record that fills a packet makes its message late, and
		   that should not always be the same core's. */
		for (uint32_t i = 0; i < CORES - 1; i++) {
			uint32_t core = 1 + (i + n) % (CORES - 1);
			put(core, n);
			while (answers[core] != n)
				;
			barectf_trace_message_get(tracing_context(), core, 0, n);
			attempted++;
			/* The host has to keep up. */
			sleep_cycles(PAUSE);
		}
	}
	for (uint32_t core = 1; core < CORES; core++)
		put(core, LAST);
}

int main(void)
{
	self = core_number();
	interrupt_attach(IRQ_USER, on_job);
	if (tracing_init())
		return 1;
	if (self) {
		interrupt_unmask(IRQ_USER);
		barrier(CORES);
		idle_until(&stopped);
		interrupt_mask(IRQ_USER);
	} else {
		barrier(CORES);
		hand_out();
	}
	tracing_fini(attempted);
	return 0;
}
