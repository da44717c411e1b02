/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What the library needs of a board. A back end also has PAPI_start and PAPI_stop: they are all of the
 * library that runs while counters count, so each board has them as short as it can. */
#ifndef EPAPI_BACKEND_H
#define EPAPI_BACKEND_H
#include "epapi.h"
#include <stdint.h>

#define EPAPI_MAX_COUNTERS 16
#define EPAPI_MAX_TERMS 5

/* Something that one hardware counter counts. */
struct epapi_native {
	uint16_t counters; /* those that can, as bits */
	uint16_t selection; /* as the hardware has it */
};

struct epapi_preset {
	int code;
	const char *name;
	uint8_t terms; /* the event is the sum of these */
	struct epapi_native native[EPAPI_MAX_TERMS];
};

extern const struct epapi_preset epapi_presets[];
extern const unsigned int epapi_preset_count;

/* What is to be counted: for each counter in use (a bit of `used`), the selection. */
struct epapi_plan {
	uint16_t used;
	uint16_t selection[EPAPI_MAX_COUNTERS];
};

/* Of the calling core, below EPAPI_CORES. */
unsigned int epapi_core(void);
#define EPAPI_CORES 4
/* Counters stopped, cleared, and made ready; the answer is what PAPI_start needs to start them. */
uint32_t epapi_arm(const struct epapi_plan *plan);
uint32_t epapi_counter(unsigned int counter);
/* The number that the hardware has for a counter of this core. */
unsigned int epapi_hardware(unsigned int counter);
/* Back to 0, counting or not. */
void epapi_clear(const struct epapi_plan *plan);
int64_t epapi_cycles(void);
extern const uint32_t epapi_hz;

/* ---- what the library offers to PAPI_start and PAPI_stop ---- */

/* The set that each core counts now, PAPI_NULL for none. */
extern int epapi_running[EPAPI_CORES];
/* Error in the lower half; what epapi_arm said in the upper one. The set is marked as running. */
uint64_t epapi_prepare(int set);
/* After the counters were stopped: takes what they show. Not to be called unless `set` runs here. */
int epapi_finish(int set, long long *values);
/* What PAPI_stop answers for a set that does not run. */
int epapi_not_running(int set);
#endif
