/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Ordering of accesses that are not local (Architecture Reference, "Memory Order Model"). A test runs on some
   cores at once, ROUNDS times; an outcome is what its observers read. */
#ifndef LITMUS_H
#define LITMUS_H
#include "smp.h"

enum { ROUNDS = 64 };

enum test {
	/* Data and flag to one core: its order is guaranteed. */
	SAME_TARGET,
	/* Data to external memory, then a flag there. */
	SAME_EXTERNAL,
	/* Two writes to one word; the last stays. */
	SAME_WORD,
	/* A write to another core, read back at once. */
	READ_BACK,
	/* The same in external memory. */
	READ_BACK_EXTERNAL,
	/* Data to a far core, flag to another one, which looks at the data. */
	TWO_TARGETS,
	/* Data to external memory, flag to a core, which looks there. */
	EXTERNAL_AND_CORE,
	/* Each of two cores writes to the other, then reads what the other should have written. */
	STORE_BUFFERS,
	TESTS
};

/* How often the observer saw: the new value; the old one. */
struct outcomes {
	uint32_t fresh, stale;
};
struct litmus_results {
	struct outcomes outcomes[TESTS];
	/* Both cores of STORE_BUFFERS saw the old value. */
	uint32_t both_stale;
};
extern struct litmus_results litmus_results;

void run_tests(void);
#endif
