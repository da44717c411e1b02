/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* ePAPI: performance counters of an embedded core under the calls, codes and return values of PAPI 5
 * (Giesen et al., ePAPI, WCET 2019, say which of them such a core needs). The header is the same on every
 * board; what a board can count is in its back end, and PAPI_add_event says PAPI_ENOEVNT for the rest.
 *
 * Every core has counters and event sets of its own: a set belongs to the core that created it.
 * Counts are those of the hardware: docs/user/howto/epapi.md says how wide. */
#ifndef EPAPI_H
#define EPAPI_H

#define PAPI_VER_CURRENT 0x05070000
#define PAPI_NULL (-1)
#define PAPI_MAX_STR_LEN 24

enum papi_result {
	PAPI_OK = 0,
	PAPI_EINVAL = -1,      /* an argument */
	PAPI_ENOMEM = -2,      /* no room for another set */
	PAPI_ENOEVNT = -7,     /* this core cannot count that */
	PAPI_ECNFLCT = -8,     /* not together with what is in the set: see PAPI_repeat */
	PAPI_ENOTRUN = -9,     /* counts nothing at the moment */
	PAPI_EISRUN = -10,     /* counts at the moment */
	PAPI_ENOEVST = -11,    /* no such set */
	PAPI_ENOTPRESET = -12, /* no such code or name */
};

/* PAPI_state */
#define PAPI_STOPPED 0x01
#define PAPI_RUNNING 0x02

/* Preset events with the codes of PAPI, and the first six that PAPI does not have. */
enum papi_event {
	PAPI_L1_DCM = (int)0x80000000, /* data cache misses, clean and dirty */
	PAPI_L1_ICM = (int)0x80000001, /* instruction cache misses */
	PAPI_L1_TCM = (int)0x80000006, /* data and instruction cache misses */
	PAPI_MEM_SCY = (int)0x80000022, /* stall cycles of program and data memory */
	PAPI_TOT_INS = (int)0x80000032,
	PAPI_BR_INS = (int)0x80000037,
	PAPI_TOT_CYC = (int)0x8000003B,
	PAPI_L1_DCH = (int)0x8000003E, /* data cache hits */
	PAPI_L1_DCA = (int)0x80000040, /* data cache accesses */
	PAPI_L1_ICH = (int)0x80000049, /* instruction cache hits */
	PAPI_L1_ICA = (int)0x8000004C, /* instruction cache accesses */
	PAPI_L1_ICR = (int)0x8000004F, /* instruction cache reads */
	PAPI_L1_TCH = (int)0x80000055, /* data and instruction cache hits */
	PAPI_L1_TCA = (int)0x80000058, /* data and instruction cache accesses */
	EPAPI_DMEM_STL = 0x40000000,   /* stall cycles of the data memory */
	EPAPI_PMEM_STL = 0x40000001,   /* stall cycles of the program memory */
	EPAPI_MULTI_ISSUE = 0x40000002, /* cycles in which several instructions were issued */
	EPAPI_IPDISP_STL = 0x40000003, /* stall cycles of the integer pipe */
	EPAPI_LSDISP_STL = 0x40000004, /* stall cycles of the load/store pipe */
	EPAPI_LPDISP_STL = 0x40000005, /* stall cycles of the loop pipe */
};

/* ---- high level: one anonymous set a core ---- */

/* How many events can be counted at once. */
int PAPI_num_counters(void);
int PAPI_start_counters(int *events, int n);
/* Counts since the start or the last read, which begin at 0 again. */
int PAPI_read_counters(long long *values, int n);
/* Adds them to `values`, and they begin at 0 again. */
int PAPI_accum_counters(long long *values, int n);
int PAPI_stop_counters(long long *values, int n);
/* Instructions per cycle: the first call starts, later ones tell. Times are seconds since the first call;
 * this library knows real and processor time as one. */
int PAPI_ipc(float *rtime, float *ptime, long long *ins, float *ipc);
/* The same with an event beside: events per reference cycle are per core cycle here. */
int PAPI_epc(int event, float *rtime, float *ptime, long long *ref, long long *core, long long *evt,
	     float *epc);

/* ---- low level: event sets ---- */

int PAPI_library_init(int version);
int PAPI_create_eventset(int *set);
int PAPI_add_event(int set, int event);
int PAPI_add_named_event(int set, const char *name);
/* PAPI_OK, an error if not even the first can be added, else how many have been. */
int PAPI_add_events(int set, const int *events, int n);
int PAPI_remove_event(int set, int event);
int PAPI_remove_named_event(int set, const char *name);
int PAPI_remove_events(int set, const int *events, int n);
/* Empties it. */
int PAPI_cleanup_eventset(int set);
/* Gives up an empty one; *set becomes PAPI_NULL. */
int PAPI_destroy_eventset(int *set);
/* In the order in which they were added. In: room in `events`; out: how many there are. */
int PAPI_list_events(int set, int *events, int *n);
int PAPI_num_events(int set);
/* All counts begin at 0. */
int PAPI_start(int set);
/* `values` in the order of the events; NULL where nobody wants them. */
int PAPI_stop(int set, long long *values);
/* Counting goes on. */
int PAPI_read(int set, long long *values);
int PAPI_read_ts(int set, long long *values, long long *cycles);
/* Adds the counts, which begin at 0 again. */
int PAPI_accum(int set, long long *values);
int PAPI_reset(int set);
int PAPI_state(int set, int *status);
int PAPI_event_name_to_code(const char *name, int *code);
/* `name` has room for PAPI_MAX_STR_LEN. */
int PAPI_event_code_to_name(int code, char *name);
int PAPI_query_event(int code);
/* Core cycles since reset. */
long long PAPI_get_real_cyc(void);

/* ---- beyond PAPI ---- */

/* Counts any events, together or not: runs `run` as often as it takes and counts in each run what can be
 * counted together. Runs must be alike for the sums to mean something. Returns how many there were. */
int EPAPI_repeat(const int *events, int n, void (*run)(void *arg), void *arg, long long *values);

/* One measurement, for results that stay in memory: the array `epapi_records` lies between the linker labels
 * `__epapi_results` and `__epapi_results_end`; an entry without program is empty. All words are in the byte
 * order of the core. */
struct epapi_record {
	char program[16];
	char variant[12];
	unsigned core;
	char event[PAPI_MAX_STR_LEN];
	/* Hardware counters whose sum is `value`, as bits; the other two are counter numbers. */
	unsigned counters;
	unsigned cycle_counter;
	unsigned instruction_counter;
	unsigned cycles;
	unsigned instructions;
	unsigned value;
};
#define EPAPI_RECORDS 48
extern struct epapi_record epapi_records[EPAPI_RECORDS];

/* Appends one; PAPI_ENOMEM when the array is full. */
int EPAPI_record(const struct epapi_record *record);
/* Prints all, a line each. */
void EPAPI_print(void);
/* What PAPI_stop of this core's set showed last, as a record of its event number `i`; the set has to hold
 * PAPI_TOT_CYC and PAPI_TOT_INS too. */
int EPAPI_record_event(int set, int i, const char *program);

#endif
