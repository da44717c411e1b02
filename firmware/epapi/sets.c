/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Event sets: what is in them, and which hardware counters that takes. */
#include "backend.h"
#include "string.h"
#include <stddef.h>

#define SETS_A_CORE 4
#define SETS (EPAPI_CORES * SETS_A_CORE)
#define MAX_EVENTS 17

struct set {
	uint8_t used;
	uint8_t count;
	const struct epapi_preset *events[MAX_EVENTS];
	uint16_t counters[MAX_EVENTS]; /* whose sum the event is */
	struct epapi_plan plan;
};

static struct set sets[SETS];
int epapi_running[EPAPI_CORES] = { PAPI_NULL, PAPI_NULL, PAPI_NULL, PAPI_NULL };

static const struct epapi_preset *preset_of(int code)
{
	for (unsigned int i = 0; i < epapi_preset_count; i++)
		if (epapi_presets[i].code == code)
			return &epapi_presets[i];
	return NULL;
}

/* A set of the calling core. */
static struct set *set_of(int set)
{
	unsigned int first = epapi_core() * SETS_A_CORE;
	if (set < (int)first || set >= (int)first + SETS_A_CORE || !sets[set].used)
		return NULL;
	return &sets[set];
}

static int is_running(int set)
{
	return epapi_running[epapi_core()] == set;
}

/* The counter that `native` gets under `plan`, or -1. */
static int counter_for(const struct epapi_plan *plan, const struct epapi_native *native)
{
	int available = -1;
	for (int c = EPAPI_MAX_COUNTERS - 1; c >= 0; c--) {
		if (!(native->counters >> c & 1))
			continue;
		if (!(plan->used >> c & 1))
			available = c;
		else if (plan->selection[c] == native->selection)
			return c;
	}
	return available;
}

/* Takes counters for the event; nothing changes when there are not enough. */
static int assign(struct epapi_plan *plan, const struct epapi_preset *event, uint16_t *counters)
{
	struct epapi_plan with = *plan;
	*counters = 0;
	for (unsigned int t = 0; t < event->terms; t++) {
		int c = counter_for(&with, &event->native[t]);
		if (c < 0)
			return PAPI_ECNFLCT;
		with.used |= 1u << c;
		with.selection[c] = event->native[t].selection;
		*counters |= 1u << c;
	}
	*plan = with;
	return PAPI_OK;
}

int PAPI_library_init(int version)
{
	return version == PAPI_VER_CURRENT ? version : PAPI_EINVAL;
}

int PAPI_create_eventset(int *set)
{
	unsigned int first = epapi_core() * SETS_A_CORE;
	if (set == NULL || *set != PAPI_NULL)
		return PAPI_EINVAL;
	for (unsigned int i = first; i < first + SETS_A_CORE; i++)
		if (!sets[i].used) {
			sets[i] = (struct set){ .used = 1 };
			*set = (int)i;
			return PAPI_OK;
		}
	return PAPI_ENOMEM;
}

int PAPI_add_event(int set, int event)
{
	struct set *s = set_of(set);
	const struct epapi_preset *preset = preset_of(event);
	if (s == NULL)
		return PAPI_ENOEVST;
	if (is_running(set))
		return PAPI_EISRUN;
	if (preset == NULL) {
		char name[PAPI_MAX_STR_LEN];
		return PAPI_event_code_to_name(event, name) == PAPI_OK ? PAPI_ENOEVNT : PAPI_ENOTPRESET;
	}
	for (unsigned int i = 0; i < s->count; i++)
		if (s->events[i] == preset)
			return PAPI_ECNFLCT;
	if (s->count == MAX_EVENTS)
		return PAPI_ECNFLCT;
	int result = assign(&s->plan, preset, &s->counters[s->count]);
	if (result == PAPI_OK)
		s->events[s->count++] = preset;
	return result;
}

int PAPI_add_named_event(int set, const char *name)
{
	int code;
	int result = PAPI_event_name_to_code(name, &code);
	return result == PAPI_OK ? PAPI_add_event(set, code) : result;
}

int PAPI_add_events(int set, const int *events, int n)
{
	if (events == NULL || n < 1)
		return PAPI_EINVAL;
	for (int i = 0; i < n; i++) {
		int result = PAPI_add_event(set, events[i]);
		if (result != PAPI_OK)
			return i ? i : result;
	}
	return PAPI_OK;
}

int PAPI_remove_event(int set, int event)
{
	struct set *s = set_of(set);
	if (s == NULL)
		return PAPI_ENOEVST;
	if (is_running(set))
		return PAPI_EISRUN;
	unsigned int kept = 0;
	struct epapi_plan plan = { 0 };
	for (unsigned int i = 0; i < s->count; i++) {
		if (s->events[i]->code == event)
			continue;
		/* What fitted together fits without one of them. */
		s->events[kept] = s->events[i];
		assign(&plan, s->events[kept], &s->counters[kept]);
		kept++;
	}
	if (kept == s->count)
		return PAPI_EINVAL;
	s->count = kept;
	s->plan = plan;
	return PAPI_OK;
}

int PAPI_remove_named_event(int set, const char *name)
{
	int code;
	int result = PAPI_event_name_to_code(name, &code);
	return result == PAPI_OK ? PAPI_remove_event(set, code) : result;
}

int PAPI_remove_events(int set, const int *events, int n)
{
	if (events == NULL || n < 1)
		return PAPI_EINVAL;
	for (int i = 0; i < n; i++) {
		int result = PAPI_remove_event(set, events[i]);
		if (result != PAPI_OK)
			return i ? i : result;
	}
	return PAPI_OK;
}

int PAPI_cleanup_eventset(int set)
{
	struct set *s = set_of(set);
	if (s == NULL)
		return PAPI_ENOEVST;
	if (is_running(set))
		return PAPI_EISRUN;
	*s = (struct set){ .used = 1 };
	return PAPI_OK;
}

int PAPI_destroy_eventset(int *set)
{
	if (set == NULL)
		return PAPI_EINVAL;
	struct set *s = set_of(*set);
	if (s == NULL)
		return PAPI_ENOEVST;
	if (is_running(*set))
		return PAPI_EISRUN;
	if (s->count)
		return PAPI_EINVAL;
	s->used = 0;
	*set = PAPI_NULL;
	return PAPI_OK;
}

int PAPI_list_events(int set, int *events, int *n)
{
	struct set *s = set_of(set);
	if (s == NULL)
		return PAPI_ENOEVST;
	if (n == NULL || (events == NULL && *n))
		return PAPI_EINVAL;
	for (int i = 0; i < s->count && i < *n; i++)
		events[i] = s->events[i]->code;
	*n = s->count;
	return PAPI_OK;
}

int PAPI_num_events(int set)
{
	struct set *s = set_of(set);
	return s == NULL ? PAPI_ENOEVST : s->count;
}

int PAPI_state(int set, int *status)
{
	if (set_of(set) == NULL)
		return PAPI_ENOEVST;
	if (status == NULL)
		return PAPI_EINVAL;
	*status = is_running(set) ? PAPI_RUNNING : PAPI_STOPPED;
	return PAPI_OK;
}

uint64_t epapi_prepare(int set)
{
	struct set *s = set_of(set);
	int error = s == NULL ? PAPI_ENOEVST : s->count == 0 ? PAPI_EINVAL : PAPI_OK;
	if (error == PAPI_OK && epapi_running[epapi_core()] != PAPI_NULL)
		error = PAPI_EISRUN;
	if (error != PAPI_OK)
		return (uint32_t)error;
	epapi_running[epapi_core()] = set;
	return (uint64_t)epapi_arm(&s->plan) << 32;
}

static uint32_t event_value(const struct set *s, unsigned int i)
{
	uint32_t sum = 0;
	for (unsigned int c = 0; c < EPAPI_MAX_COUNTERS; c++)
		if (s->counters[i] >> c & 1)
			sum += epapi_counter(c);
	return sum;
}

int epapi_finish(int set, long long *values)
{
	epapi_running[epapi_core()] = PAPI_NULL;
	for (unsigned int i = 0; values != NULL && i < sets[set].count; i++)
		values[i] = event_value(&sets[set], i);
	return PAPI_OK;
}

int epapi_not_running(int set)
{
	return set_of(set) == NULL ? PAPI_ENOEVST : PAPI_ENOTRUN;
}

/* The set, if it runs. */
static struct set *running_set(int set, int *error)
{
	if (set_of(set) != NULL && is_running(set))
		return &sets[set];
	*error = epapi_not_running(set);
	return NULL;
}

int PAPI_read(int set, long long *values)
{
	int error;
	struct set *s = running_set(set, &error);
	if (s == NULL)
		return error;
	if (values == NULL)
		return PAPI_EINVAL;
	for (unsigned int i = 0; i < s->count; i++)
		values[i] = event_value(s, i);
	return PAPI_OK;
}

int PAPI_read_ts(int set, long long *values, long long *cycles)
{
	if (cycles == NULL)
		return PAPI_EINVAL;
	*cycles = PAPI_get_real_cyc();
	return PAPI_read(set, values);
}

int PAPI_accum(int set, long long *values)
{
	int error;
	struct set *s = running_set(set, &error);
	if (s == NULL)
		return error;
	if (values == NULL)
		return PAPI_EINVAL;
	for (unsigned int i = 0; i < s->count; i++)
		values[i] += event_value(s, i);
	epapi_clear(&s->plan);
	return PAPI_OK;
}

int PAPI_reset(int set)
{
	int error;
	struct set *s = running_set(set, &error);
	if (s == NULL)
		return error;
	epapi_clear(&s->plan);
	return PAPI_OK;
}

long long PAPI_get_real_cyc(void)
{
	return epapi_cycles();
}

int EPAPI_repeat(const int *events, int n, void (*run)(void *arg), void *arg, long long *values)
{
	/* Each event is a sum of what single counters count. A run counts as many of the terms that are
	   still missing as fit together. */
	const struct epapi_preset *wanted[MAX_EVENTS];
	uint8_t missing[MAX_EVENTS];
	int runs = 0, left = 0;
	if (events == NULL || run == NULL || values == NULL || n < 1 || n > MAX_EVENTS)
		return PAPI_EINVAL;
	if (epapi_running[epapi_core()] != PAPI_NULL)
		return PAPI_EISRUN;
	for (int i = 0; i < n; i++) {
		wanted[i] = preset_of(events[i]);
		if (wanted[i] == NULL)
			return PAPI_ENOEVNT;
		missing[i] = (1u << wanted[i]->terms) - 1;
		values[i] = 0;
		left += wanted[i]->terms;
	}
	int set = PAPI_NULL;
	int result = PAPI_create_eventset(&set);
	if (result != PAPI_OK)
		return result;
	while (left) {
		struct set *s = &sets[set];
		int8_t counter[MAX_EVENTS][EPAPI_MAX_TERMS];
		*s = (struct set){ .used = 1, .count = 1, .events = { wanted[0] } };
		for (int i = 0; i < n; i++)
			for (unsigned int t = 0; t < wanted[i]->terms; t++) {
				const struct epapi_native *native = &wanted[i]->native[t];
				int c = missing[i] >> t & 1 ? counter_for(&s->plan, native) : -1;
				counter[i][t] = (int8_t)c;
				if (c >= 0) {
					s->plan.used |= 1u << c;
					s->plan.selection[c] = native->selection;
				}
			}
		result = PAPI_start(set);
		if (result != PAPI_OK)
			break;
		run(arg);
		result = PAPI_stop(set, NULL);
		if (result != PAPI_OK)
			break;
		runs++;
		for (int i = 0; i < n; i++)
			for (unsigned int t = 0; t < wanted[i]->terms; t++)
				if (counter[i][t] >= 0) {
					values[i] += epapi_counter((unsigned int)counter[i][t]);
					missing[i] &= ~(1u << t);
					left--;
				}
	}
	sets[set].used = 0;
	return result == PAPI_OK ? runs : result;
}

int EPAPI_record_event(int set, int i, const char *program)
{
	struct set *s = set_of(set);
	if (s == NULL)
		return PAPI_ENOEVST;
	if (i < 0 || i >= s->count || program == NULL)
		return PAPI_EINVAL;
	struct epapi_record r = { .variant = "ePAPI", .core = epapi_core() };
	unsigned int found = 0;
	for (unsigned int e = 0; e < s->count; e++) {
		unsigned int counter = epapi_hardware((unsigned int)__builtin_ctz(s->counters[e]));
		if (s->events[e]->code == PAPI_TOT_CYC) {
			r.cycle_counter = counter;
			r.cycles = event_value(s, e);
			found |= 1;
		} else if (s->events[e]->code == PAPI_TOT_INS) {
			r.instruction_counter = counter;
			r.instructions = event_value(s, e);
			found |= 2;
		}
	}
	if (found != 3)
		return PAPI_EINVAL;
	for (unsigned int c = 0; program[c] && c < sizeof r.program - 1; c++)
		r.program[c] = program[c];
	for (unsigned int c = 0; s->events[i]->name[c]; c++)
		r.event[c] = s->events[i]->name[c];
	for (unsigned int c = 0; c < EPAPI_MAX_COUNTERS; c++)
		if (s->counters[i] >> c & 1)
			r.counters |= 1u << epapi_hardware(c);
	r.value = event_value(s, (unsigned int)i);
	return EPAPI_record(&r);
}
