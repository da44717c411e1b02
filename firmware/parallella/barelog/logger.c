/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "barelog_logger.h"
#include "text.h"
#include <stdarg.h>

static barelog_event_t events[BARELOG_LOCAL_EVENTS];
static uint32_t oldest, held;

static struct {
	uint32_t core;
	barelog_policy_t buffer_policy, memory_policy;
	int8_t (*write)(void *, size_t, const void *);
	uint32_t (*get_clock)(void);
	int8_t (*init_clock)(void);
	int8_t (*start_clock)(void);
	barelog_event_t *shared;
	uint32_t used, room;
} logger;

int8_t barelog_init_logger(uint32_t core, barelog_platform_t platform, barelog_policy_t buffer_policy,
			   barelog_policy_t memory_policy, int8_t (*read)(const void *, size_t, void *),
			   int8_t (*write)(void *, size_t, const void *), uint32_t (*get_clock)(void),
			   int8_t (*init_clock)(void), int8_t (*start_clock)(void))
{
	(void)read;
	if (!platform.mem_space.phy_base || !write || !get_clock || core >= BARELOG_CORES)
		return BARELOG_UNINITIALIZED_PARAM_ERR;
	uint32_t own = BARELOG_SHARED_BYTES / BARELOG_CORES;
	logger.core = core;
	logger.buffer_policy = buffer_policy;
	logger.memory_policy = memory_policy;
	logger.write = write;
	logger.get_clock = get_clock;
	logger.init_clock = init_clock;
	logger.start_clock = start_clock;
	/* No product: behind one here, GCC 12.2 puts CONFIG back by a mask in a register that it has not loaded. */
	char *shared = platform.mem_space.phy_base;
	for (uint32_t before = 0; before < core; before++) {
		shared += own;
		__asm__("" : "+r"(shared));
	}
	logger.shared = (barelog_event_t *)shared;
	logger.room = own / BARELOG_EVENT_BYTES;
	logger.used = 0;
	oldest = held = 0;
	return BARELOG_SUCCESS;
}

int8_t barelog_start(void)
{
	if (!logger.init_clock || !logger.start_clock)
		return BARELOG_UNINITIALIZED_PARAM_ERR;
	int8_t error = logger.init_clock();
	return error ? error : logger.start_clock();
}

/* Makes room for one event; 0 if there is none. */
static int room_for_one(void)
{
	if (held < BARELOG_LOCAL_EVENTS)
		return 1;
	switch (logger.buffer_policy) {
	case SKIP:
		return 0;
	case REPLACE:
		barelog_clean(1);
		return 1;
	default:
		barelog_flush_buffer();
		barelog_clean_buffer();
		return 1;
	}
}

int8_t barelog_log(const char *format, ...)
{
	uint32_t now = logger.get_clock();
	if (!room_for_one())
		return BARELOG_SUCCESS;
	uint32_t i = oldest + held;
	barelog_event_t *event = &events[i < BARELOG_LOCAL_EVENTS ? i : i - BARELOG_LOCAL_EVENTS];
	event->core = logger.core;
	event->timestamp = now;
	va_list arguments;
	va_start(arguments, format);
	text_of(event->data, sizeof event->data, format, arguments);
	va_end(arguments);
	held++;
	return BARELOG_SUCCESS;
}

int8_t barelog_flush(uint32_t n)
{
	n = n < held ? n : held;
	if (logger.used + n > logger.room) {
		if (logger.memory_policy == SKIP)
			return BARELOG_SUCCESS;
		if (logger.memory_policy == DESTROY)
			barelog_clean_memory();
		logger.used = 0;
	}
	uint32_t from = oldest;
	while (n) {
		uint32_t straight = BARELOG_LOCAL_EVENTS - from;
		straight = straight < n ? straight : n;
		int8_t error = logger.write(&logger.shared[logger.used], straight * sizeof events[0], &events[from]);
		if (error)
			return error;
		logger.used += straight;
		from = 0;
		n -= straight;
	}
	return BARELOG_SUCCESS;
}

int8_t barelog_flush_buffer(void)
{
	return barelog_flush(held);
}

int8_t barelog_clean(uint32_t n)
{
	n = n < held ? n : held;
	oldest += n;
	if (oldest >= BARELOG_LOCAL_EVENTS)
		oldest -= BARELOG_LOCAL_EVENTS;
	held -= n;
	return BARELOG_SUCCESS;
}

int8_t barelog_clean_buffer(void)
{
	return barelog_clean(held);
}

int8_t barelog_clean_memory(void)
{
	volatile uint32_t *word = (volatile uint32_t *)logger.shared;
	for (uint32_t i = 0; i < logger.room * BARELOG_EVENT_BYTES / 4; i++)
		word[i] = 0;
	logger.used = 0;
	return BARELOG_SUCCESS;
}

int8_t barelog_is_buffer_full(void)
{
	return held == BARELOG_LOCAL_EVENTS;
}
