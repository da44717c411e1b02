/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The calls that need no event set: one anonymous set a core. */
#include "backend.h"
#include <stddef.h>

enum use { NOTHING, COUNTERS, IPC, EPC };

static struct {
	enum use use;
	int set;
	int event; /* of EPC */
	int64_t since;
	long long ins, ref, evt;
} state[EPAPI_CORES];

int PAPI_num_counters(void)
{
	uint32_t all = 0;
	for (unsigned int i = 0; i < epapi_preset_count; i++)
		for (unsigned int t = 0; t < epapi_presets[i].terms; t++)
			all |= epapi_presets[i].native[t].counters;
	return __builtin_popcount(all);
}

static int start(enum use use, const int *events, int n)
{
	unsigned int core = epapi_core();
	if (state[core].use != NOTHING)
		return PAPI_EISRUN;
	state[core].set = PAPI_NULL;
	int result = PAPI_create_eventset(&state[core].set);
	if (result != PAPI_OK)
		return result;
	for (int i = 0; i < n && result == PAPI_OK; i++)
		result = PAPI_add_event(state[core].set, events[i]);
	if (result == PAPI_OK)
		result = PAPI_start(state[core].set);
	if (result == PAPI_OK) {
		state[core].use = use;
	} else {
		PAPI_cleanup_eventset(state[core].set);
		PAPI_destroy_eventset(&state[core].set);
	}
	return result;
}

int PAPI_start_counters(int *events, int n)
{
	return events == NULL || n < 1 ? PAPI_EINVAL : start(COUNTERS, events, n);
}

static int check(const long long *values, int n)
{
	unsigned int core = epapi_core();
	if (state[core].use != COUNTERS)
		return PAPI_ENOTRUN;
	return values == NULL || n != PAPI_num_events(state[core].set) ? PAPI_EINVAL : PAPI_OK;
}

int PAPI_read_counters(long long *values, int n)
{
	int result = check(values, n);
	if (result != PAPI_OK)
		return result;
	PAPI_read(state[epapi_core()].set, values);
	return PAPI_reset(state[epapi_core()].set);
}

int PAPI_accum_counters(long long *values, int n)
{
	int result = check(values, n);
	return result == PAPI_OK ? PAPI_accum(state[epapi_core()].set, values) : result;
}

int PAPI_stop_counters(long long *values, int n)
{
	unsigned int core = epapi_core();
	if (state[core].use == NOTHING)
		return PAPI_ENOTRUN;
	if (values != NULL && n != PAPI_num_events(state[core].set))
		return PAPI_EINVAL;
	int result = PAPI_stop(state[core].set, values);
	PAPI_cleanup_eventset(state[core].set);
	PAPI_destroy_eventset(&state[core].set);
	state[core].use = NOTHING;
	return result;
}

static float seconds_since(int64_t cycles)
{
	return (float)(uint32_t)((epapi_cycles() - cycles) >> 6) * 64.0f / (float)epapi_hz;
}

int PAPI_ipc(float *rtime, float *ptime, long long *ins, float *ipc)
{
	static const int events[] = { PAPI_TOT_INS, PAPI_TOT_CYC };
	unsigned int core = epapi_core();
	long long values[2];
	if (rtime == NULL || ptime == NULL || ins == NULL || ipc == NULL)
		return PAPI_EINVAL;
	*rtime = *ptime = *ipc = 0;
	*ins = 0;
	if (state[core].use == NOTHING) {
		state[core].since = epapi_cycles();
		state[core].ins = 0;
		return start(IPC, events, 2);
	}
	if (state[core].use != IPC)
		return PAPI_EISRUN;
	PAPI_read(state[core].set, values);
	PAPI_reset(state[core].set);
	state[core].ins += values[0];
	*rtime = *ptime = seconds_since(state[core].since);
	*ins = state[core].ins;
	*ipc = values[1] ? (float)(uint32_t)values[0] / (float)(uint32_t)values[1] : 0;
	return PAPI_OK;
}

int PAPI_epc(int event, float *rtime, float *ptime, long long *ref, long long *core_cycles, long long *evt,
	     float *epc)
{
	unsigned int core = epapi_core();
	long long values[2];
	if (rtime == NULL || ptime == NULL || ref == NULL || core_cycles == NULL || evt == NULL || epc == NULL)
		return PAPI_EINVAL;
	if (event == 0)
		event = PAPI_TOT_INS;
	*rtime = *ptime = *epc = 0;
	*ref = *core_cycles = *evt = 0;
	if (state[core].use == NOTHING) {
		int events[] = { event, PAPI_TOT_CYC };
		state[core].since = epapi_cycles();
		state[core].event = event;
		state[core].ref = state[core].evt = 0;
		return start(EPC, events, event == PAPI_TOT_CYC ? 1 : 2);
	}
	if (state[core].use != EPC || state[core].event != event)
		return PAPI_EISRUN;
	PAPI_read(state[core].set, values);
	PAPI_reset(state[core].set);
	if (event == PAPI_TOT_CYC)
		values[1] = values[0];
	state[core].evt += values[0];
	state[core].ref += values[1];
	*rtime = *ptime = seconds_since(state[core].since);
	*ref = *core_cycles = state[core].ref;
	*evt = state[core].evt;
	*epc = values[1] ? (float)(uint32_t)values[0] / (float)(uint32_t)values[1] : 0;
	return PAPI_OK;
}
