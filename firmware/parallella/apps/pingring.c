/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A token goes round all cores by remote stores; each core adds one. */
#include "check.h"
#include "ctimer.h"
#include "printf.h"
#include "smp.h"

enum { ROUNDS = 100 };

/* The token: 0 = not here. */
static REMOTE volatile uint32_t token;

struct ring_results {
	uint32_t token, cycles;
};
SHARED struct ring_results ring_results;

int main(void)
{
	uint32_t self = core_number();
	volatile uint32_t *next = at_core((self + 1) % CORES, &token);
	uint32_t last = 0, begin = 0;
	cycles_start();
	barrier(CORES);
	if (self == 0) {
		begin = cycles();
		token = 1;
	}
	for (uint32_t n = 0; n < ROUNDS; n++) {
		while (!(last = token))
			;
		token = 0;
		*next = last + 1;
	}
	if (self)
		return 0;
	while (!(last = token))
		;
	ring_results.cycles = cycles() - begin;
	ring_results.token = last;
	printf("%u rounds of %u cores: %u cycles, %u a step\n", ROUNDS, CORES, ring_results.cycles,
	       ring_results.cycles / (ROUNDS * CORES));
	check_equal("the token at the end", last, 1 + ROUNDS * CORES);
	return check_result();
}
