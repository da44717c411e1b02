/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Start, end, configuration and the calls for user events. */
#include "l4stat.h"
#include "printf.h"
#include "stackmark.h"
#include "string.h"
#include "tracer.h"
#include <stddef.h>

volatile uint32_t extrae_on;
uint32_t extrae_cores, extrae_counters, extrae_ids[COUNTERS], extrae_buffer_size, extrae_piece;
const char *extrae_program;
uint64_t extrae_origin, extrae_end;
struct definition extrae_definitions[16];
uint32_t extrae_definition_count;
static uint32_t initialized;

__attribute__((weak)) const char *const extrae_environment[] = { "EXTRAE_ON=1", NULL };

const char *extrae_variable(const char *name)
{
	size_t length = strlen(name);
	for (const char *const *at = extrae_environment; *at; at++)
		if (memcmp(*at, name, length) == 0 && (*at)[length] == '=')
			return *at + length + 1;
	return NULL;
}

uint32_t extrae_number(const char *name, uint32_t otherwise)
{
	const char *text = extrae_variable(name);
	uint32_t n = 0;
	if (!text)
		return otherwise;
	for (; *text >= '0' && *text <= '9'; text++)
		n = n * 10 + (uint32_t)(*text - '0');
	return n;
}

/* Hexadecimal events of L4STAT with commas between them: as many as all cores find counters for. */
static void counters_start(void)
{
	const char *text = extrae_variable("EXTRAE_COUNTERS");
	uint32_t most = L4STAT_COUNTERS / extrae_cores;
	extrae_counters = 0;
	l4stat_init();
	while (text && *text && extrae_counters < COUNTERS && extrae_counters < most) {
		uint32_t id = 0;
		for (; *text && *text != ','; text++)
			id = id * 16 + (uint32_t)(*text <= '9' ? *text - '0' : (*text | 32) - 'a' + 10);
		text += *text == ',';
		extrae_ids[extrae_counters++] = id;
	}
	for (uint32_t core = 0; core < extrae_cores; core++)
		for (uint32_t i = 0; i < extrae_counters; i++)
			l4stat_counter_enable(extrae_counters * core + i, (int)extrae_ids[i], (int)core, 0);
}

void Extrae_init(void)
{
	if (initialized || !extrae_number("EXTRAE_ON", 0))
		return;
	extrae_cores = smp_cores();
	extrae_buffer_size = extrae_number("EXTRAE_BUFFER_SIZE", RECORDS);
	if (extrae_buffer_size > RECORDS)
		extrae_buffer_size = RECORDS;
	extrae_piece = extrae_number("EXTRAE_PIECE_SIZE", 6720);
	if (extrae_piece == 0 || extrae_piece > 8192)
		extrae_piece = 8192;
	extrae_program = extrae_variable("EXTRAE_PROGRAM_NAME");
	if (!extrae_program)
		extrae_program = "TRACE";
	extrae_functions_start();
	stackmark_paint();
	initialized = 1;
	extrae_origin = cycles64();
	extrae_on = 1;
	extrae_record(EV_INIT, 1, 0, OTHERS);
	counters_start();
	uint32_t period = extrae_number("EXTRAE_SAMPLING_PERIOD", 0);
	if (period)
		extrae_sampling_start(period);
	extrae_record(EV_INIT, 0, WITH_COUNTERS | WITH_STACK, RUNNING);
}

void Extrae_fini(void)
{
	if (!initialized)
		return;
	extrae_sampling_stop();
	uint64_t now = cycles64();
	for (uint32_t core = 0; extrae_on && core < extrae_cores; core++)
		extrae_add(SAMPLER, core, now, EV_STACK_MARK, stackmark_read(core), 0);
	extrae_record(EV_FLUSH, 1, WITH_COUNTERS | WITH_STACK, IO);
	extrae_on = 0;
	initialized = 0;
	extrae_end = cycles64();
	uint32_t records = 0, lost = 0;
	for (uint32_t i = 0; i < BUFFERS; i++) {
		records += extrae_buffers[i].used;
		lost += extrae_buffers[i].lost;
	}
	printf("extrae: %u records, %u lost; %u tasks, %u dependences, %u lost\n", records, lost,
	       (uint32_t)extrae_task_count, (uint32_t)extrae_edge_count, (uint32_t)extrae_edges_lost);
	extrae_deliver();
}

unsigned Extrae_is_initialized(void)
{
	return initialized;
}

void Extrae_get_version(unsigned *major, unsigned *minor, unsigned *revision)
{
	*major = 3;
	*minor = 7;
	*revision = 1;
}

static void several(unsigned count, extrae_type_t *types, extrae_value_t *values, uint32_t flags)
{
	for (unsigned i = 0; i < count; i++)
		extrae_record(types[i], values[i], i + 1 < count ? MORE : flags, extrae_state[cpu_index()]);
}

void Extrae_nevent(unsigned count, extrae_type_t *types, extrae_value_t *values)
{
	several(count, types, values, 0);
}

void Extrae_neventandcounters(unsigned count, extrae_type_t *types, extrae_value_t *values)
{
	several(count, types, values, WITH_COUNTERS);
}

void Extrae_event(extrae_type_t type, extrae_value_t value)
{
	several(1, &type, &value, 0);
}

void Extrae_eventandcounters(extrae_type_t type, extrae_value_t value)
{
	several(1, &type, &value, WITH_COUNTERS);
}

void Extrae_counters(void)
{
	/* Type 0: a line of counters alone. */
	extrae_record(0, 0, WITH_COUNTERS, extrae_state[cpu_index()]);
}

void Extrae_define_event_type(extrae_type_t *type, char *description, unsigned *count, extrae_value_t *values,
			      char **descriptions)
{
	if (extrae_definition_count < 16)
		extrae_definitions[extrae_definition_count++] =
			(struct definition){ *type, description, *count, values, descriptions };
}

NOINLINE extrae_value_t Extrae_user_function(unsigned enter)
{
	uint64_t from = enter ? (uint32_t)__builtin_return_address(0) : 0;
	extrae_record(EV_USER_FUNCTION, from, WITH_COUNTERS | WITH_STACK, extrae_state[cpu_index()]);
	return from;
}

void Extrae_shutdown(void)
{
	extrae_record(EV_TRACING, 0, WITH_COUNTERS, OFF);
	extrae_on = 0;
}

void Extrae_restart(void)
{
	extrae_on = initialized;
	extrae_record(EV_TRACING, 1, WITH_COUNTERS, RUNNING);
}

void Extrae_flush(void)
{
	uint32_t state = extrae_state[cpu_index()];
	extrae_record(EV_FLUSH, 1, 0, IO);
	extrae_record(EV_FLUSH, 0, 0, state);
}

int __real_main(void);
int __wrap_main(void);

int __wrap_main(void)
{
	Extrae_init();
	int status = __real_main();
	Extrae_fini();
	return status;
}
