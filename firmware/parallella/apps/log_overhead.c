/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What a record of text costs, beside trace_overhead's records of barectf with the same fields: cycles by CTIMER0 of those
   that stay in the core, and of those that flush the ten before them to shared memory. Core 0 measures alone; then all other
   cores log, and all records are looked for in shared memory. */
#include "barelog_logger.h"
#include "check.h"
#include "ctimer.h"
#include "printf.h"
#include "smp.h"
#include <string.h>

enum { EVENTS = 40 };
#define LOG_AT ((void *)0x8F010000)

enum kind { NOTHING, COUNT, COUNT4, TEXT, INTEGERS, KINDS };
static const char *const name[KINDS] = { "no fields", "4 bytes", "16 bytes", "text of 14", "30 bytes, eight fields" };

struct cost {
	/* Of the records that stay: least, most, sum, number; of the others: sum and number. */
	uint32_t least, most, sum, fit, flushing_sum, flushing;
};
SHARED struct cost log_results[KINDS];

/* The records of a core that does not measure are in shared memory. Its writes there arrive in their order. */
SHARED volatile uint32_t logged[CORES];

static int8_t to_shared(void *to, size_t bytes, const void *from)
{
	volatile uint32_t *words = to;
	const uint32_t *have = from;
	for (size_t i = 0; i < bytes / 4; i++)
		words[i] = have[i];
	return BARELOG_SUCCESS;
}

static uint32_t clock_now(void)
{
	return CTIMER_MAX - MOVFS(ctimer1);
}

static int8_t clock_init(void)
{
	MOVTS(config, MOVFS(config) & ~(uint32_t)CONFIG_CTIMER1);
	MOVTS(ctimer1, CTIMER_MAX);
	return BARELOG_SUCCESS;
}

static int8_t clock_go(void)
{
	MOVTS(config, MOVFS(config) | (uint32_t)CTIMER_CLK << 8);
	return BARELOG_SUCCESS;
}

static void record(enum kind kind, uint32_t n)
{
	switch (kind) {
	case NOTHING:
		barelog_log("nothing");
		break;
	case COUNT:
		barelog_log("count %u", n);
		break;
	case COUNT4:
		barelog_log("count4 %u %u %u %u", n, n, n, n);
		break;
	case TEXT:
		barelog_log("text %s", "fourteen chars");
		break;
	default:
		barelog_log("integers %u %u %u %u %d %d %d %d", 1u, 2u, n, n, 3, 4, 5, 6);
		break;
	}
}

static void measure(enum kind kind)
{
	struct cost o = { 0xFFFFFFFFu, 0, 0, 0, 0, 0 };
	for (uint32_t n = 0; n < EVENTS; n++) {
		int full = barelog_is_buffer_full();
		cycles_start();
		record(kind, n);
		uint32_t took = cycles();
		if (full) {
			o.flushing_sum += took;
			o.flushing++;
			continue;
		}
		o.least = took < o.least ? took : o.least;
		o.most = took > o.most ? took : o.most;
		o.sum += took;
		o.fit++;
	}
	log_results[kind] = o;
	printf("%-24s %5u %5u %5u in the buffer, %6u with a flush (%u of %u)\n", name[kind], o.least, o.sum / o.fit, o.most,
	       o.flushing ? o.flushing_sum / o.flushing : 0, o.flushing, EVENTS);
	check_count("records stay and flush", o.fit + o.flushing == EVENTS && o.flushing > 0);
}

static const barelog_event_t *records_of(uint32_t core)
{
	return (const barelog_event_t *)((char *)LOG_AT + core * (BARELOG_SHARED_BYTES / BARELOG_CORES));
}

static void look_at_own(void)
{
	const barelog_event_t *e = records_of(0);
	uint32_t back = 0;
	for (uint32_t i = 1; i < KINDS * EVENTS; i++)
		back += e[i].timestamp < e[i - 1].timestamp;
	check_equal("times that go back", back, 0);
	check_true("the first record", strcmp(e[0].data, "nothing") == 0);
	check_true("one of a number", strcmp(e[EVENTS + 39].data, "count 39") == 0);
	check_true("one of four", strcmp(e[2 * EVENTS + 7].data, "count4 7 7 7 7") == 0);
	check_true("one of a text", strcmp(e[3 * EVENTS].data, "text fourteen chars") == 0);
	check_true("the last record", strcmp(e[5 * EVENTS - 1].data, "integers 1 2 39 39 3 4 5 6") == 0);
}

static void look_at_others(void)
{
	uint32_t cores = 0, named = 0, texts = 0;
	for (uint32_t core = 1; core < CORES; core++) {
		while (!logged[core])
			;
		const barelog_event_t *e = records_of(core);
		cores += e[0].core == core && e[1].core == core;
		named += e[0].data[0] == 'r' && e[0].data[4] == '0' + (char)(core >> 2);
		texts += strcmp(e[1].data, "done") == 0 && e[1].timestamp > e[0].timestamp;
	}
	check_equal("cores whose records are theirs", cores, CORES - 1);
	check_equal("rows that are named", named, CORES - 1);
	check_equal("second records, later ones", texts, CORES - 1);
}

static void log_as_another(uint32_t core)
{
	barelog_log("row %u, column %x", core_row(), core_column());
	barelog_log("done");
	barelog_flush_buffer();
	barelog_clean_buffer();
	logged[core] = 1;
}

int main(void)
{
	uint32_t core = core_number();
	barelog_platform_t platform = { "parallella", { LOG_AT, BARELOG_SHARED_BYTES, 1, 4, 0 } };
	int8_t error = barelog_init_logger(core, platform, DESTROY, SKIP, 0, to_shared, clock_now, clock_init, clock_go);
	if (!error)
		error = barelog_start();
	if (core) {
		/* Core 0 has the meshes to itself until it has measured. */
		barrier(CORES);
		log_as_another(core);
		return error;
	}
	check_equal("logger", (uint32_t)error, 0);
	printf("cycles of a record of text: least mean most\n");
	for (uint32_t kind = 0; kind < KINDS; kind++)
		measure((enum kind)kind);
	barelog_flush_buffer();
	barelog_clean_buffer();
	barrier(CORES);
	look_at_own();
	look_at_others();
	return check_result();
}
