/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "barectf-platform-parallella.h"
#include "clock.h"
#include "core.h"
#include "mailbox.h"
#include "ring.h"

static struct barectf_default_ctx context;
static uint64_t packet[PACKET_BYTES / 8];
static struct ring *ring;
/* The ring's producer index. It is never read back from there: a read may overtake the write before it. */
static uint32_t producer;
static uint32_t row, column;

static int is_backend_full(void *data)
{
	(void)data;
	return producer - ring->consumer == RING_PACKETS;
}

static void open_packet(void *data)
{
	(void)data;
	barectf_default_open_packet(&context, (uint8_t)row, (uint8_t)column);
}

static void close_packet(void *data)
{
	(void)data;
	barectf_default_close_packet(&context);
	volatile uint64_t *slot = ring->packets[producer % RING_PACKETS];
	for (uint32_t i = 0; i < PACKET_BYTES / 8; i++)
		slot[i] = packet[i];
	/* Behind the packet: external writes of one core arrive in order. */
	ring->producer = ++producer;
}

int tracing_init(void)
{
	row = core_row();
	column = core_column();
	ring = find_ring(core_number());
	producer = ring->producer;
	if (producer - ring->consumer > RING_PACKETS)
		return -1;
	struct mailbox *box = own_mailbox();
	box->request = 0;
	box->ack = 0;
	clock_start();
	struct barectf_platform_callbacks callbacks = {
		.default_clock_get_value = clock_for_record,
		.is_backend_full = is_backend_full,
		.open_packet = open_packet,
		.close_packet = close_packet,
	};
	barectf_init(&context, (uint8_t *)packet, sizeof packet, callbacks, 0);
	open_packet(0);
	box->state = MAILBOX_READY;
	return 0;
}

void tracing_fini(uint32_t attempted)
{
	/* A packet was only opened with a slot free, which nobody else could take. */
	if (barectf_packet_is_open(&context) && !barectf_packet_is_empty(&context))
		close_packet(0);
	clock_stop();
	struct mailbox *box = own_mailbox();
	box->attempted = attempted;
	box->discarded = barectf_discarded_event_records_count(&context);
	box->packets = producer;
	box->state = MAILBOX_FINISHED;
}

struct barectf_default_ctx *tracing_context(void)
{
	return &context;
}

uint32_t tracing_packets(void)
{
	return producer;
}
