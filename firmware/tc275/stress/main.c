/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Every stress program, once to warm the caches and once measured. */
#include "check.h"
#include "printf.h"
#include "stress.h"

/* A word that points at itself, and others. Not cached: the own DSPR. */
static void *data[8] __attribute__((aligned(32)));
/* Cached LMU memory: lines of one set of the data cache are 4 KiB apart. */
static uint32_t lines[3 * 1024 + 8] IN_LMU __attribute__((aligned(4096)));

int main(void)
{
	data[0] = data;
	for (unsigned int i = 0; i < measurement_count; i++) {
		const struct measurement *m = &measurements[i];
#ifdef STRESS_EPAPI
		int set = PAPI_NULL;
		long long value;
		PAPI_create_eventset(&set);
		PAPI_add_event(set, m->event);
		m->epapi(set, &value, data, lines);
		PAPI_cleanup_eventset(set);
		PAPI_destroy_eventset(&set);
#else
		struct counts counts;
		m->bare(m->selection, &counts, data, lines);
#endif
		check_count(m->name, measure(m, data, lines) == PAPI_OK);
	}
	EPAPI_print();
	return check_result();
}
