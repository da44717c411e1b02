/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What the tracer's parts share. */
#ifndef TRACER_H
#define TRACER_H
#include "extrae.h"
#include "smp.h"

#define COUNTERS 4
#define RECORDS 32768
#define SAMPLER MAX_CPUS /* the first buffer of the sampling interrupt: one for each core that takes it */
#define BUFFERS (2 * MAX_CPUS)
#define TRACED_TASKS 1024
#define EDGES 4096

/* Numbers of states and event types as Paraver's stock views have them. */
enum state { IDLE = 0, RUNNING = 1, SYNC = 5, IO = 12, OFF = 14, OTHERS = 15, SCHED = 7, ALLOCATE = 30, RELEASE = 31 };
enum type {
	EV_SAMPLE = 30000000,
	EV_INIT = 40000002,
	EV_FLUSH = 40000003,
	EV_TRACING = 40000012,
	EV_MEMORY = 40000040,
	EV_SIZE = 40000041,
	EV_POINTER_IN = 40000042,
	EV_POINTER_OUT = 40000043,
	EV_STACK = 47000001,
	EV_HEAP = 47000002,
	EV_TEMPERATURE = 47000003,
	EV_POWER = 47000004,
	EV_STACK_MARK = 47000006,
	EV_PARALLEL = 60000001,
	EV_WORKSHARING = 60000002,
	EV_BARRIER = 60000005,
	EV_NAMED = 60000006,
	EV_UNNAMED = 60000007,
	EV_DISPATCH = 60000011,
	EV_JOIN = 60000016,
	EV_OUTLINED = 60000018,
	EV_USER_FUNCTION = 60000019,
	EV_TASKWAIT = 60000022,
	EV_TASK_RUN = 60000023,
	EV_TASK_MADE = 60000024,
	EV_TASKGROUP = 60000025,
	EV_TASK_ID = 60000028,
	EV_ORDERED = 60000033,
	EV_L4STAT = 72000000,
};

#define LINE 100 /* behind the type of a function: where in it */

#define WITH_COUNTERS 1u
#define WITH_STACK 2u
#define MORE 4u /* the record behind this one belongs to the same instant and line */

struct record {
	uint64_t cycles;
	uint64_t value;
	uint32_t type, stack;
	uint32_t counters[COUNTERS]; /* as they stood */
	uint8_t flags, core, state, unused[5];
};
_Static_assert(sizeof(struct record) == 48, "no holes");

struct buffer {
	uint32_t used, lost;
	struct record *records;
};

struct traced_task {
	uint64_t begin, end;
	uint8_t began_on, ended_on;
	uint16_t first; /* edge that leads from here, 0 for none */
};

struct edge {
	uint16_t to, next;
};

struct definition {
	extrae_type_t type;
	const char *description;
	unsigned count;
	extrae_value_t *values;
	char **descriptions;
};

extern volatile uint32_t extrae_on;
extern struct buffer extrae_buffers[BUFFERS];
extern uint8_t extrae_state[MAX_CPUS], extrae_inside[MAX_CPUS];
extern uint32_t extrae_cores, extrae_counters, extrae_ids[COUNTERS], extrae_buffer_size, extrae_piece;
extern const char *extrae_program;
extern uint64_t extrae_origin, extrae_end;
extern struct traced_task extrae_tasks[TRACED_TASKS];
extern struct edge extrae_edges[EDGES];
extern volatile uint32_t extrae_task_count, extrae_edge_count, extrae_edges_lost;
extern struct definition extrae_definitions[16];
extern uint32_t extrae_definition_count;

struct record *extrae_add(uint32_t buffer, uint32_t core, uint64_t cycles, uint32_t type, uint64_t value,
			  uint32_t flags);
/* A record of the calling core, in whose state the core is from now on. */
void extrae_record(uint32_t type, uint64_t value, uint32_t flags, uint32_t state);
const char *extrae_variable(const char *name);
uint32_t extrae_number(const char *name, uint32_t otherwise);
void extrae_functions_start(void);
/* EXTRAE_FUNCTIONS has this one, or none at all. */
int extrae_is_recorded(uint32_t function);
void extrae_sampling_start(uint32_t microseconds);
void extrae_sampling_stop(void);
void extrae_deliver(void);
#endif
