/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Every core traces every kind of field, with values that follow from its number and the round. The clock
   of even cores starts shortly before 2^32 and passes it on the way; that of odd ones starts shortly before 2^31, where
   its timer is loaded anew. A pause after each round lets a host keep up. */
#include "barectf-platform-parallella.h"
#include "ctimer.h"

enum { ROUNDS = 20, EVENTS_PER_ROUND = 7, PAUSE = 300000 };

int main(void)
{
	if (tracing_init())
		return 1;
	uint32_t core = core_number();
	struct barectf_default_ctx *trace = tracing_context();
	tracing_set_clock((core & 1 ? 0x80000000u : 0x100000000u) - 30000);
	for (uint32_t n = 0; n < ROUNDS; n++) {
		uint32_t values[4] = { n, n + 1, n * n, 0xFFFFFFFFu };
		int16_t fixed[3] = { (int16_t)-n, 0, (int16_t)(1000 + core) };
		const char *words[2] = { n & 1 ? "odd" : "even", core & 1 ? "black" : "white" };
		barectf_trace_integers(trace, (uint8_t)n, (uint16_t)(n << 8 | core), 0x80000000u | n,
				       0x123456789ABCDEF0u + n, (int8_t)-n, (int16_t)(-300 - (int)n),
				       -70000 - (int32_t)n, -5000000000ll - n);
		barectf_trace_packed(trace, n & 1, (int8_t)((n & 7) - 4), (uint16_t)(n << 4 | core),
				     -(int32_t)(n << 20), 0x1000000000u + n);
		barectf_trace_reals(trace, 0.5f * (float)n, 0.25 * n);
		barectf_trace_enumerations(trace, n & 7, (int16_t)(n % 3) - 1);
		barectf_trace_text(trace, words[0]);
		barectf_trace_arrays(trace, fixed, n & 3, values, words);
		barectf_trace_nothing(trace);
		sleep_cycles(PAUSE);
	}
	tracing_fini(ROUNDS * EVENTS_PER_ROUND);
	return 0;
}
