/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The library's calls, one after the other: the same source on every board. */
#include "check.h"
#include "epapi.h"
#include "printf.h"

static volatile unsigned int sink;

/* Work that can be repeated: `n` rounds of a multiplication and a division. */
static void work(unsigned int n)
{
	unsigned int x = 12345;
	for (unsigned int i = 0; i < n; i++)
		x = x * 1664525u + x / (i + 1) + 1013904223u;
	sink = x;
}

static void work_again(void *arg)
{
	work(*(unsigned int *)arg);
}

static int same(const char *a, const char *b)
{
	while (*a && *a == *b)
		a++, b++;
	return *a == *b;
}

static void names(void)
{
	char name[PAPI_MAX_STR_LEN];
	int code = 0;
	check_equal("library_init", (unsigned int)PAPI_library_init(PAPI_VER_CURRENT), PAPI_VER_CURRENT);
	check_equal("library_init, another version", (unsigned int)PAPI_library_init(1),
		    (unsigned int)PAPI_EINVAL);
	check_equal("name to code", (unsigned int)PAPI_event_name_to_code("PAPI_BR_INS", &code), PAPI_OK);
	check_equal("code", (unsigned int)code, (unsigned int)PAPI_BR_INS);
	check_equal("unknown name", (unsigned int)PAPI_event_name_to_code("PAPI_NONE", &code),
		    (unsigned int)PAPI_ENOTPRESET);
	check_equal("code to name", (unsigned int)PAPI_event_code_to_name(PAPI_TOT_CYC, name), PAPI_OK);
	check_true("name", same(name, "PAPI_TOT_CYC"));
	check_equal("unknown code", (unsigned int)PAPI_query_event(77), (unsigned int)PAPI_ENOTPRESET);
}

static void sets(void)
{
	int set = PAPI_NULL, state = 0, n = 4;
	int events[4];
	long long values[3], sum[3], cycles = 0, later = 0;
	check_equal("create", (unsigned int)PAPI_create_eventset(&set), PAPI_OK);
	check_equal("start empty", (unsigned int)PAPI_start(set), (unsigned int)PAPI_EINVAL);
	check_equal("add", (unsigned int)PAPI_add_event(set, PAPI_TOT_CYC), PAPI_OK);
	check_equal("add twice", (unsigned int)PAPI_add_event(set, PAPI_TOT_CYC), (unsigned int)PAPI_ECNFLCT);
	check_equal("add named", (unsigned int)PAPI_add_named_event(set, "PAPI_TOT_INS"), PAPI_OK);
	events[0] = PAPI_BR_INS;
	check_equal("add events", (unsigned int)PAPI_add_events(set, events, 1), PAPI_OK);
	check_equal("num", (unsigned int)PAPI_num_events(set), 3);
	check_equal("list", (unsigned int)PAPI_list_events(set, events, &n), PAPI_OK);
	check_true("listed in order", n == 3 && events[0] == PAPI_TOT_CYC && events[1] == PAPI_TOT_INS &&
					      events[2] == PAPI_BR_INS);
	check_equal("stop a stopped one", (unsigned int)PAPI_stop(set, values), (unsigned int)PAPI_ENOTRUN);
	check_equal("stop none", (unsigned int)PAPI_stop(77, values), (unsigned int)PAPI_ENOEVST);
	check_equal("start", (unsigned int)PAPI_start(set), PAPI_OK);
	check_equal("start again", (unsigned int)PAPI_start(set), (unsigned int)PAPI_EISRUN);
	check_equal("state", (unsigned int)PAPI_state(set, &state), PAPI_OK);
	check_equal("running", (unsigned int)state, PAPI_RUNNING);
	check_equal("add while running", (unsigned int)PAPI_add_event(set, PAPI_L1_ICM),
		    (unsigned int)PAPI_EISRUN);
	work(100);
	check_equal("read", (unsigned int)PAPI_read(set, values), PAPI_OK);
	check_true("it counts", values[0] > 0 && values[1] > 300 && values[2] >= 99);
	check_equal("read_ts", (unsigned int)PAPI_read_ts(set, sum, &cycles), PAPI_OK);
	check_true("it goes on", sum[0] > values[0] && sum[1] > values[1]);
	check_equal("reset", (unsigned int)PAPI_reset(set), PAPI_OK);
	sum[0] = sum[1] = sum[2] = 1000000;
	work(100);
	unsigned int accumulated = (unsigned int)PAPI_accum(set, sum), stopped = (unsigned int)PAPI_stop(set, values);
	check_equal("accum", accumulated, PAPI_OK);
	check_true("accumulated", sum[1] > 1000300);
	check_equal("stop", stopped, PAPI_OK);
	check_true("begun anew", values[1] < sum[1] - 1000000);
	later = PAPI_get_real_cyc();
	check_true("time goes on", later > cycles);
	check_equal("state", (unsigned int)PAPI_state(set, &state), PAPI_OK);
	check_equal("stopped", (unsigned int)state, PAPI_STOPPED);
	check_equal("remove", (unsigned int)PAPI_remove_event(set, PAPI_BR_INS), PAPI_OK);
	check_equal("remove again", (unsigned int)PAPI_remove_named_event(set, "PAPI_BR_INS"),
		    (unsigned int)PAPI_EINVAL);
	check_equal("destroy a full one", (unsigned int)PAPI_destroy_eventset(&set), (unsigned int)PAPI_EINVAL);
	check_equal("cleanup", (unsigned int)PAPI_cleanup_eventset(set), PAPI_OK);
	check_equal("destroy", (unsigned int)PAPI_destroy_eventset(&set), PAPI_OK);
	check_equal("gone", (unsigned int)set, (unsigned int)PAPI_NULL);
}

static void high_level(void)
{
	int events[2] = { PAPI_TOT_INS, PAPI_TOT_CYC };
	long long values[2], sum[2] = { 0, 0 }, ins, ref, core, evt;
	float rtime, ptime, rate;
	check_true("num_counters", PAPI_num_counters() >= 4);
	check_equal("start_counters", (unsigned int)PAPI_start_counters(events, 2), PAPI_OK);
	check_equal("again", (unsigned int)PAPI_start_counters(events, 2), (unsigned int)PAPI_EISRUN);
	work(50);
	check_equal("read_counters", (unsigned int)PAPI_read_counters(values, 2), PAPI_OK);
	work(50);
	check_equal("accum_counters", (unsigned int)PAPI_accum_counters(sum, 2), PAPI_OK);
	check_true("alike", values[0] > 150 && sum[0] > 150 && values[1] >= sum[1] / 2);
	check_equal("stop_counters", (unsigned int)PAPI_stop_counters(values, 2), PAPI_OK);
	check_equal("stop again", (unsigned int)PAPI_stop_counters(values, 2), (unsigned int)PAPI_ENOTRUN);
	check_equal("ipc, first", (unsigned int)PAPI_ipc(&rtime, &ptime, &ins, &rate), PAPI_OK);
	work(200);
	check_equal("ipc", (unsigned int)PAPI_ipc(&rtime, &ptime, &ins, &rate), PAPI_OK);
	check_true("a rate", ins > 600 && rate > 0.01f && rate < 4.0f && rtime > 0.0f);
	PAPI_stop_counters(values, 2);
	check_equal("epc, first", (unsigned int)PAPI_epc(PAPI_BR_INS, &rtime, &ptime, &ref, &core, &evt, &rate),
		    PAPI_OK);
	work(200);
	check_equal("epc", (unsigned int)PAPI_epc(PAPI_BR_INS, &rtime, &ptime, &ref, &core, &evt, &rate),
		    PAPI_OK);
	check_true("events", evt >= 199 && ref > evt && rate > 0.0f && rate < 1.0f);
	PAPI_stop_counters(values, 2);
}

/* Any events, together or not. */
static void repeated(void)
{
	static const int all[] = { PAPI_TOT_INS, PAPI_BR_INS,  PAPI_L1_ICM,	 PAPI_L1_DCM, PAPI_L1_TCM,
				   PAPI_L1_TCH,	 PAPI_L1_TCA, EPAPI_PMEM_STL, EPAPI_DMEM_STL };
	int events[9], n = 0, runs;
	long long values[9];
	unsigned int rounds = 300;
	char name[PAPI_MAX_STR_LEN];
	for (unsigned int i = 0; i < sizeof all / sizeof all[0]; i++) {
		int known = PAPI_query_event(all[i]);
		if (known == PAPI_OK)
			events[n++] = all[i];
		else
			check_equal("not on this board", (unsigned int)known, (unsigned int)PAPI_ENOEVNT);
	}
	work(rounds);
	runs = EPAPI_repeat(events, n, work_again, &rounds, values);
	check_true("repeated", runs > 1);
	for (int i = 0; i < n; i++) {
		PAPI_event_code_to_name(events[i], name);
		printf("%-14s%10u\n", name, (unsigned int)values[i]);
	}
	check_true("instructions", values[0] > 900);
	check_true("branches", values[1] >= 299);
	printf("%d events in %d runs\n", n, runs);
}

static void recorded(void)
{
	int set = PAPI_NULL;
	long long values[3];
	PAPI_create_eventset(&set);
	PAPI_add_event(set, PAPI_BR_INS);
	PAPI_add_event(set, PAPI_TOT_CYC);
	PAPI_add_event(set, PAPI_TOT_INS);
	PAPI_start(set);
	work(1000);
	PAPI_stop(set, values);
	check_equal("record", (unsigned int)EPAPI_record_event(set, 0, "work"), PAPI_OK);
	EPAPI_print();
}

int main(void)
{
	names();
	sets();
	high_level();
	repeated();
	recorded();
	return check_result();
}
