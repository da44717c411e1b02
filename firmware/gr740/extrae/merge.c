/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The records of all buffers in order of time, as .prv, .pcf and .row, in a tar archive that leaves
   the board in pieces. Each file is made twice: for its length, which tar wants first, and for
   its bytes. */
#include "function_names.h"
#include "string.h"
#include "tracer.h"

#define NS_PER_CYCLE (1000000000u / CPU_HZ)
#define UART1_DATA REG32(APBUART1_BASE + 0x0)
#define UART1_STATUS REG32(APBUART1_BASE + 0x4)
#define UART1_CTRL REG32(APBUART1_BASE + 0x8)

static uint8_t piece[8192];
static uint32_t filled, length;
static int counting;

__attribute__((weak)) void extrae_write(const void *bytes, uint32_t count)
{
	const uint8_t *at = bytes;
	UART1_CTRL |= 2; /* transmitter on */
	while (count--) {
		while (UART1_STATUS & 1u << 9) /* FIFO full */
			;
		UART1_DATA = *at++;
	}
}

static void send(void)
{
	if (filled)
		extrae_write(piece, filled);
	filled = 0;
}

static void put(char c)
{
	length++;
	if (counting)
		return;
	piece[filled++] = (uint8_t)c;
	if (filled == extrae_piece)
		send();
}

static void text(const char *s)
{
	while (*s)
		put(*s++);
}

static void small(uint32_t n, uint32_t digits)
{
	char out[10];
	uint32_t used = 0;
	for (; n || used < digits; n /= 10)
		out[used++] = (char)('0' + n % 10);
	while (used)
		put(out[--used]);
}

static void number(uint64_t n)
{
	if (n >> 32 == 0) {
		small((uint32_t)n, 1);
		return;
	}
	number(n / 1000000000u);
	small((uint32_t)(n % 1000000000u), 9);
}

static void field(uint64_t n)
{
	put(':');
	number(n);
}

static uint64_t ns(uint64_t cycles)
{
	return (cycles - extrae_origin) * NS_PER_CYCLE;
}

/* "KIND:cpu:appl:task:thread" */
static void who(char kind, uint32_t core)
{
	if (kind)
		put(kind), put(':');
	small(core + 1, 1);
	text(":1:1:");
	small(core + 1, 1);
}

/* A thread as the merge goes along. */
static struct {
	uint32_t state, last[COUNTERS];
	uint64_t since, busy;
} threads[MAX_CPUS];
static uint32_t at[BUFFERS];
static uint64_t power_since;

static void state_line(uint32_t core, uint32_t from, uint64_t begin, uint32_t state)
{
	const struct buffer *b = &extrae_buffers[core];
	uint64_t end = extrae_end;
	for (uint32_t i = from; i < b->used; i++)
		if (b->records[i].state != state) {
			end = b->records[i].cycles;
			break;
		}
	if (end == begin)
		return;
	who('1', core);
	field(ns(begin));
	field(ns(end));
	field(state);
	put('\n');
}

static void account(uint32_t core, uint64_t now)
{
	if (threads[core].state == RUNNING && now > threads[core].since)
		threads[core].busy += now - threads[core].since;
	threads[core].since = now;
}

/* 321.81 mW, and 180.87 mW for each core in the part of the time in which it worked. */
static uint64_t power_uw(uint64_t now)
{
	uint64_t busy = 0, took = now - power_since;
	for (uint32_t core = 0; core < extrae_cores; core++) {
		account(core, now);
		busy += threads[core].busy;
		threads[core].busy = 0;
	}
	power_since = now;
	return took ? 321810 + 180870 * busy / took : 0;
}

static void counters(const struct record *r)
{
	for (uint32_t i = 0; i < extrae_counters; i++) {
		/* A core's own counter may be read ahead of what another core sees of it. */
		uint32_t delta = r->counters[i] - threads[r->core].last[i];
		if ((int32_t)delta < 0)
			delta = 0;
		else
			threads[r->core].last[i] = r->counters[i];
		field(EV_L4STAT + extrae_ids[i]);
		field(delta);
	}
}

/* To every task that depends on task `id`, which ended `now`. */
static void arrows(uint32_t id, uint64_t now)
{
	const struct traced_task *from = &extrae_tasks[id];
	for (uint32_t e = from->first; e; e = extrae_edges[e].next) {
		const struct traced_task *to = &extrae_tasks[extrae_edges[e].to];
		if (!to->end)
			continue;
		text("3:");
		who(0, from->ended_on);
		field(ns(now));
		field(ns(now));
		put(':');
		who(0, to->began_on);
		field(ns(to->begin));
		field(ns(to->begin));
		field(id);
		field(extrae_edges[e].to);
		put('\n');
	}
}

/* An address as the function in which it lies, with itself behind. */
static void event(const struct record *r)
{
	int call = r->type == EV_USER_FUNCTION, code = (call && r->value) || (r->type == EV_SAMPLE && r->value > 1);
	const struct function *f = code ? extrae_function((uint32_t)r->value) : 0;
	if (f)
		extrae_use(f, call ? CALLED : SAMPLED);
	field(r->type);
	field(f ? f->address : r->value);
	if (call || code) {
		field(r->type + LINE);
		field(r->value);
	}
}

/* The records of one line; answers how many. */
static uint32_t line(uint32_t stream)
{
	const struct buffer *b = &extrae_buffers[stream];
	const struct record *first = &b->records[at[stream]], *r = first;
	uint32_t count = 1;
	while (first[count - 1].flags & MORE && at[stream] + count < b->used)
		count++;
	r = &first[count - 1];
	if (stream < SAMPLER && r->state != threads[stream].state) {
		account(stream, first->cycles);
		threads[stream].state = r->state;
		state_line(stream, at[stream] + count, first->cycles, r->state);
	}
	who('2', r->core);
	field(ns(first->cycles));
	for (uint32_t i = 0; i < count; i++)
		if (first[i].type)
			event(&first[i]);
	if (r->flags & WITH_STACK) {
		field(EV_STACK);
		field(r->stack);
	}
	if (r->type == EV_TEMPERATURE) {
		field(EV_POWER);
		field(power_uw(r->cycles));
	}
	if (r->flags & WITH_COUNTERS)
		counters(r);
	put('\n');
	return count;
}

static void prv(void)
{
	memset(threads, 0, sizeof threads);
	memset(at, 0, sizeof at);
	power_since = extrae_origin;
	text("#Paraver (01/01/2026 at 00:00):");
	number(ns(extrae_end));
	text("_ns:1(");
	small(extrae_cores, 1);
	text("):1:1(");
	small(extrae_cores, 1);
	text(":1),0\n# cycles of the board's clock at 0: ");
	number(extrae_origin);
	put('\n');
	for (uint32_t core = 0; core < extrae_cores; core++) {
		threads[core].since = extrae_origin;
		state_line(core, 0, extrae_origin, IDLE);
	}
	for (;;) {
		uint32_t next = BUFFERS;
		for (uint32_t i = 0; i < BUFFERS; i++)
			if (at[i] < extrae_buffers[i].used &&
			    (next == BUFFERS ||
			     extrae_buffers[i].records[at[i]].cycles < extrae_buffers[next].records[at[next]].cycles))
				next = i;
		if (next == BUFFERS)
			return;
		const struct record *r = &extrae_buffers[next].records[at[next]];
		/* The number of a task comes once when it begins, once when it ends. */
		int ended = r->type == EV_TASK_ID && next < SAMPLER && r->value < TRACED_TASKS &&
			    extrae_tasks[r->value].end && r->cycles >= extrae_tasks[r->value].end;
		at[next] += line(next);
		if (ended)
			arrows((uint32_t)r->value, r->cycles);
	}
}

struct label {
	uint32_t number;
	const char *text;
};

static const struct label STATES[] = {
	{ 0, "Idle" }, { 1, "Running" }, { 5, "Synchronization" }, { 7, "Scheduling and Fork/Join" },
	{ 12, "I/O" }, { 14, "Tracing Disabled" }, { 15, "Others" }, { 30, "Allocating memory" },
	{ 31, "Freeing memory" },
};

static const struct label TYPES[] = {
	{ EV_SAMPLE, "Sampled function" },
	{ EV_SAMPLE + LINE, "Sampled address" },
	{ EV_INIT, "Tracer initialisation" },
	{ EV_FLUSH, "Flush of the trace" },
	{ EV_TRACING, "Tracing enabled" },
	{ EV_MEMORY, "Dynamic memory call (1 malloc, 2 free)" },
	{ EV_SIZE, "Requested size" },
	{ EV_POINTER_IN, "Pointer given" },
	{ EV_POINTER_OUT, "Pointer returned" },
	{ EV_STACK, "Stack in use, bytes" },
	{ EV_HEAP, "Heap in use, bytes" },
	{ EV_TEMPERATURE, "Die temperature, thousandths of a degree Celsius" },
	{ EV_POWER, "Power from use, microwatts" },
	{ EV_STACK_MARK, "Deepest stack, bytes" },
	{ EV_PARALLEL, "Parallel (1 DO, 2 SECTIONS, 3 REGION)" },
	{ EV_WORKSHARING, "Worksharing (4 DO, 5 SECTIONS, 6 SINGLE)" },
	{ EV_BARRIER, "Barrier" },
	{ EV_NAMED, "Named lock" },
	{ EV_UNNAMED, "Unnamed lock" },
	{ EV_DISPATCH, "Work dispatcher" },
	{ EV_JOIN, "Join" },
	{ EV_OUTLINED, "Outlined function" },
	{ EV_USER_FUNCTION, "User function" },
	{ EV_USER_FUNCTION + LINE, "User function, line" },
	{ EV_TASKWAIT, "Taskwait" },
	{ EV_TASK_RUN, "Executed task function" },
	{ EV_TASK_MADE, "Instantiated task function" },
	{ EV_TASKGROUP, "Taskgroup" },
	{ EV_TASK_ID, "Task" },
	{ EV_ORDERED, "Ordered" },
};

static int is_outlined(const char *name)
{
	const char *part = "._omp_fn";
	for (; *name; name++)
		if (strlen(name) >= strlen(part) && memcmp(name, part, strlen(part)) == 0)
			return 1;
	return 0;
}

/* What a value of this type that stands for a function is called; NULL where it is none. */
static const char *label_of(uint32_t type, const struct function *f)
{
	switch (type) {
	case EV_OUTLINED:
	case EV_TASK_RUN:
	case EV_TASK_MADE:
		return is_outlined(f->name) ? f->name : 0;
	case EV_SAMPLE:
		return extrae_is_used(f, SAMPLED) ? f->name : 0;
	case EV_USER_FUNCTION:
		return extrae_is_used(f, CALLED) ? f->name : 0;
	case EV_USER_FUNCTION + LINE:
		return extrae_is_used(f, CALLED) ? f->line : 0;
	default:
		return 0;
	}
}

static void value_label(uint32_t value, const char *name)
{
	put('\n');
	small(value, 1);
	text("    ");
	text(name);
}

static void names_of(uint32_t type)
{
	int sampled = type == EV_SAMPLE, any = sampled || type == EV_OUTLINED || type == EV_TASK_RUN || type == EV_TASK_MADE;
	for (const struct function *f = extrae_next(0); f && !any; f = extrae_next(f))
		any = label_of(type, f) != 0;
	if (!any)
		return;
	text("\nVALUES");
	value_label(0, "End");
	if (sampled)
		value_label(1, "(a core that was not interrupted)");
	for (const struct function *f = extrae_next(0); f; f = extrae_next(f)) {
		const char *label = label_of(type, f);
		if (label)
			value_label(f->address, label);
	}
}

static void type_label(uint32_t gradient, uint32_t type, const char *name)
{
	text("EVENT_TYPE\n");
	small(gradient, 1);
	text("    ");
	small(type, 1);
	text("    ");
	text(name);
}

static void pcf(void)
{
	text("DEFAULT_OPTIONS\n\nLEVEL THREAD\nUNITS NANOSEC\n\nDEFAULT_SEMANTIC\n\nTHREAD_FUNC State As Is\n\nSTATES\n");
	for (uint32_t i = 0; i < sizeof STATES / sizeof *STATES; i++) {
		small(STATES[i].number, 1);
		text("    ");
		text(STATES[i].text);
		put('\n');
	}
	put('\n');
	for (uint32_t i = 0; i < sizeof TYPES / sizeof *TYPES; i++) {
		type_label(0, TYPES[i].number, TYPES[i].text);
		names_of(TYPES[i].number);
		text("\n\n");
	}
	for (uint32_t i = 0; i < extrae_counters; i++) {
		type_label(7, EV_L4STAT + extrae_ids[i], "L4STAT event 0x");
		put("0123456789abcdef"[extrae_ids[i] >> 4 & 15]);
		put("0123456789abcdef"[extrae_ids[i] & 15]);
		text("\n\n");
	}
	for (uint32_t i = 0; i < extrae_definition_count; i++) {
		const struct definition *d = &extrae_definitions[i];
		type_label(0, d->type, d->description);
		text(d->count ? "\nVALUES\n" : "\n");
		for (uint32_t v = 0; v < d->count; v++) {
			number(d->values[v]);
			text("    ");
			text(d->descriptions[v]);
			put('\n');
		}
		put('\n');
	}
}

static void row(void)
{
	text("LEVEL CPU SIZE ");
	small(extrae_cores, 1);
	for (uint32_t i = 0; i < extrae_cores; i++) {
		text("\n");
		small(i + 1, 2);
		text(".gr740");
	}
	text("\n\nLEVEL NODE SIZE 1\ngr740\n\nLEVEL THREAD SIZE ");
	small(extrae_cores, 1);
	for (uint32_t i = 0; i < extrae_cores; i++) {
		text("\nTHREAD 1.1.");
		small(i + 1, 1);
	}
	put('\n');
}

static void octal(char *to, uint32_t n, uint32_t digits)
{
	while (digits--) {
		to[digits] = (char)('0' + (n & 7));
		n >>= 3;
	}
}

static void file(const char *ending, void (*make)(void))
{
	static char header[512];
	uint32_t sum = 0, used = 0;
	counting = 1;
	length = 0;
	make();
	counting = 0;
	uint32_t bytes = length;
	memset(header, 0, sizeof header);
	for (const char *s = extrae_program; *s && used < 90; s++)
		header[used++] = *s;
	memcpy(header + used, ending, strlen(ending));
	memcpy(header + 100, "0000644", 7);
	memcpy(header + 108, "0000000", 7);
	memcpy(header + 116, "0000000", 7);
	octal(header + 124, bytes, 11);
	octal(header + 136, 0, 11);
	memset(header + 148, ' ', 8);
	header[156] = '0';
	memcpy(header + 257, "ustar", 6);
	memcpy(header + 263, "00", 2);
	for (uint32_t i = 0; i < sizeof header; i++)
		sum += (uint8_t)header[i];
	octal(header + 148, sum, 6);
	header[154] = 0;
	for (uint32_t i = 0; i < sizeof header; i++)
		put(header[i]);
	make();
	while (bytes++ % 512)
		put(0);
}

void extrae_deliver(void)
{
	file(".prv", prv);
	file(".pcf", pcf);
	file(".row", row);
	for (uint32_t i = 0; i < 1024; i++)
		put(0);
	send();
}
