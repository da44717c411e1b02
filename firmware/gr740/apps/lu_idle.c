/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* SparseLU with loops in phases, between which all cores sleep: long enough for the
   die to cool and to warm up again. Line 3 of the bootstrap register: waits sleep. */
#define BLOCKS 8
#define SIDE 32
#include "gptimer.h"
#include "lu_loops.h"

/* Words in .data: how many phases there are, how often the matrix is factorised in each, and how long the pause
   between two is. */
volatile uint32_t lu_phases = 1, lu_factorisations = 1, lu_pause_ms = 150;

/* A phase: factorises `most` times, each time the matrix that `fill` makes. */
static void work(struct matrix *m, uint32_t most)
{
	for (uint32_t i = 0; i < most; i++) {
		release(m);
		fill(m);
		factorise_for(m);
	}
}

int main(void)
{
	static struct matrix serial, parallel;
	uint32_t phases = lu_phases, each = lu_factorisations, pause_ms = lu_pause_ms, all = phases * each;
	lu_begin("SparseLU with loops and pauses", &serial, &parallel);
	factorise_alone(&serial);
	memset((void *)&calls, 0, sizeof calls);
	for (uint32_t i = 0; i < phases; i++) {
		if (i)
			sleep_us(1000 * pause_ms);
		work(&parallel, each);
	}
	stackmark_read_all();
	printf("%u x %u factorisations, pauses of %u ms\n", phases, each, pause_ms);
	return lu_end(&serial, &parallel, (struct expected){ 8 * all, 16 * all, 16 * all, 44 * all, 12 * all });
}
