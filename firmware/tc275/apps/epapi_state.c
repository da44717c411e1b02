/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The state of an event set in memory, for a debugger that knows no call: 1 while it counts, else 0, as Giesen's thesis
   has it (4.3.3.2). PAPI_state itself answers PAPI's two states. */
#include "check.h"
#include "epapi.h"
#include <stdint.h>

enum { MOMENTS = 6 };

/* What it is now. */
volatile uint32_t epapi_state;
/* What it was at each moment: created, filled, started, read, stopped, started again. */
uint32_t epapi_states[MOMENTS];

static int set = PAPI_NULL;

static void note(uint32_t moment)
{
	int state;
	epapi_state = PAPI_state(set, &state) == PAPI_OK && (state & PAPI_RUNNING) != 0;
	epapi_states[moment] = epapi_state;
}

int main(void)
{
	static const char *const moments[MOMENTS] = { "created", "filled", "started", "read", "stopped", "started again" };
	static const uint32_t published[MOMENTS] = { 0, 0, 1, 1, 0, 1 };
	long long values[2];
	check_equal("PAPI_library_init", (uint32_t)PAPI_library_init(PAPI_VER_CURRENT), PAPI_VER_CURRENT);
	check_equal("PAPI_create_eventset", (uint32_t)PAPI_create_eventset(&set), PAPI_OK);
	note(0);
	check_equal("PAPI_add_event", (uint32_t)PAPI_add_event(set, PAPI_TOT_CYC), PAPI_OK);
	check_equal("PAPI_add_event", (uint32_t)PAPI_add_event(set, PAPI_BR_INS), PAPI_OK);
	note(1);
	check_equal("PAPI_start", (uint32_t)PAPI_start(set), PAPI_OK);
	note(2);
	check_equal("PAPI_read", (uint32_t)PAPI_read(set, values), PAPI_OK);
	note(3);
	check_equal("PAPI_stop", (uint32_t)PAPI_stop(set, values), PAPI_OK);
	note(4);
	check_equal("PAPI_start", (uint32_t)PAPI_start(set), PAPI_OK);
	note(5);
	for (uint32_t i = 0; i < MOMENTS; i++)
		check_equal(moments[i], epapi_states[i], published[i]);
	check_equal("the state in memory", epapi_state, 1);
	return check_result();
}
