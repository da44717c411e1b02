/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The tracer made from the configuration in barectf 2's style. First a packet with a clock of our own, held
   against bytes that the same calls gave on another machine; then events through the platform. */
#include "barectf-platform-parallella.h"
#include "check.h"
#include "ctimer.h"

enum { ROUNDS = 50, PAUSE = 150000 };

static uint64_t golden_clock;
static struct barectf_default_ctx golden;
static uint8_t golden_packet[256];

static uint64_t next_time(void *data)
{
	(void)data;
	return golden_clock += 0x10;
}

static int never_full(void *data)
{
	(void)data;
	return 0;
}

static void nothing(void *data)
{
	(void)data;
}

/* What a packet of row 2, column 3 holds beside zeroes; the UUID is left out. */
static const struct {
	uint8_t offset, value;
} expected[] = {
	{ 0, 0xC1 },   { 1, 0x1F },  { 2, 0xFC },  { 3, 0xC1 },	 { 25, 0x08 }, { 28, 0x40 }, { 29, 0x03 },
	{ 32, 0x10 },  { 33, 0x10 }, { 40, 0x40 }, { 41, 0x10 }, { 52, 0xC2 }, { 64, 0x20 }, { 65, 0x10 },
	{ 72, 0xEB },  { 73, 0xE9 }, { 80, 0x01 }, { 88, 0x30 }, { 89, 0x10 }, { 96, 'f' },  { 97, 'a' },
	{ 98, 't' },   { 102, 0xC0 }, { 103, 0x3F },
};

static void check_golden(void)
{
	struct barectf_platform_callbacks callbacks = { next_time, never_full, nothing, nothing };
	golden_clock = 0x1000;
	barectf_init(&golden, golden_packet, sizeof golden_packet, callbacks, 0);
	barectf_default_open_packet(&golden, 2, 3);
	barectf_default_trace_bit_packed_integers(&golden, 1, -1, 2, -2, 3, -3);
	barectf_default_trace_string_and_float(&golden, "fat", 1.5f);
	barectf_default_close_packet(&golden);
	uint32_t next = 0, different = 0;
	for (uint32_t i = 0; i < sizeof golden_packet; i++) {
		uint8_t want = 0;
		if (next < sizeof expected / sizeof *expected && expected[next].offset == i)
			want = expected[next++].value;
		if ((i < 4 || i >= 20) && golden_packet[i] != want)
			different++;
	}
	check_equal("bytes that differ from the known packet", different, 0);
}

int main(void)
{
	if (core_number() == 0)
		check_golden();
	if (tracing_init())
		return 1;
	struct barectf_default_ctx *trace = tracing_context();
	for (uint32_t n = 0; n < ROUNDS; n++) {
		barectf_default_trace_bit_packed_integers(trace, n & 1, -(int8_t)(n & 1), n & 3,
							  (int8_t)((n & 7) - 4), n & 15,
							  (int8_t)((n & 31) - 16));
		barectf_default_trace_string_and_float(trace, n & 1 ? "fat" : "thin", 1.5f * (float)n);
		if (n % 4 == 3)
			sleep_cycles(PAUSE);
	}
	tracing_fini(2 * ROUNDS);
	return core_number() == 0 ? check_result() : 0;
}
