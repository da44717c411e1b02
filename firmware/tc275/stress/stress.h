/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef STRESS_H
#define STRESS_H
#include "counters.h"
#include "epapi.h"

/* One program and what is counted of it. */
struct measurement {
	const char *program;
	const char *name;
	int event;
	void (*bare)(uint32_t selection, struct counts *counts, void *data, void *lines);
	int (*epapi)(int set, long long *values, void *data, void *lines);
	/* For the bare frame: the CCTRL that counts the event, and the counters that make it up. */
	uint32_t selection;
	uint32_t counters;
};

extern const struct measurement measurements[];
extern const unsigned int measurement_count;

/* Measures one, with the board's registers or with the library, into a record. */
int measure(const struct measurement *m, void *data, void *lines);

#define COUNTER_M1 (1u << 2)
#define COUNTER_M2 (1u << 3)
#define COUNTER_M3 (1u << 4)
#endif
