/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Records of text in shared memory, with a core and a time each: a tracer without a format that needs metadata. Calls and
   types have the names of barelog's logger; the code is its own. It has no levels of events and no immediate log, and its
   record begins with the core, that of barelog with the time: programs and hosts of barelog do not fit. */
#ifndef BARELOG_LOGGER_H
#define BARELOG_LOGGER_H
#include <stddef.h>
#include <stdint.h>

enum {
	BARELOG_SUCCESS = 0,
	BARELOG_UNINITIALIZED_PARAM_ERR = -2,
	BARELOG_CORES = 16,
	/* As barelog has them for the Parallella. */
	BARELOG_EVENT_BYTES = 100,
	BARELOG_TEXT_BYTES = BARELOG_EVENT_BYTES - 2 * 4,
	BARELOG_LOCAL_EVENTS = 10,
	/* Bytes of shared memory for the events of all cores. */
	BARELOG_SHARED_BYTES = 1000000,
};

/* A structure of this compiler is as long as a multiple of eight bytes otherwise. */
typedef struct __attribute__((packed, aligned(4))) {
	uint32_t core;
	uint32_t timestamp;
	char data[BARELOG_TEXT_BYTES];
} barelog_event_t;
_Static_assert(sizeof(barelog_event_t) == BARELOG_EVENT_BYTES, "the host counts on 100 bytes an event");

/* What happens to an event for which there is no room in the core's buffer, or to a buffer that does not fit into what is
   left of the core's shared memory: it is dropped; the oldest events give way (the whole of the shared memory is begun
   anew); the buffer is flushed; as REPLACE, and what was there is cleared. */
typedef enum { SKIP, REPLACE, FLUSH, DESTROY } barelog_policy_t;

typedef struct {
	void *phy_base;
	size_t length;
	uint32_t alignment;
	uint32_t word_size;
	void *data;
} barelog_mem_space_t;

typedef struct {
	const char *name;
	barelog_mem_space_t mem_space;
} barelog_platform_t;

/* `core` has the part of `platform`'s memory with its number. `read` is not used: a core never reads what it flushed. */
int8_t barelog_init_logger(uint32_t core, barelog_platform_t platform, barelog_policy_t buffer_policy,
			   barelog_policy_t memory_policy, int8_t (*read)(const void *, size_t, void *),
			   int8_t (*write)(void *, size_t, const void *), uint32_t (*get_clock)(void),
			   int8_t (*init_clock)(void), int8_t (*start_clock)(void));
int8_t barelog_start(void);

/* Knows %d %i %u %x %c %s %%; longer texts are cut. */
int8_t barelog_log(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Copies the n oldest events of the buffer to shared memory, or all. They stay in the buffer until they are cleaned. */
int8_t barelog_flush(uint32_t n);
int8_t barelog_flush_buffer(void);
int8_t barelog_clean(uint32_t n);
int8_t barelog_clean_buffer(void);
int8_t barelog_clean_memory(void);
int8_t barelog_is_buffer_full(void);
#endif
