/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "stackmark.h"

#define PATTERN 0x57ACC0DEu
#define WORDS (STACK_BYTES / 4)
/* Of cpu0's own stack, below its stack pointer: what a window trap may write. */
#define OWN_BYTES 256

extern uint32_t cpu_stacks[MAX_CPUS][WORDS];
volatile uint32_t stack_most[MAX_CPUS];

NOINLINE void stackmark_paint(void)
{
	uint32_t sp;
	__asm__ volatile("mov %%sp, %0" : "=r"(sp));
	for (uint32_t cpu = 0; cpu < smp_cores(); cpu++) {
		uint32_t *end = cpu ? cpu_stacks[cpu + 1] : (uint32_t *)(sp - OWN_BYTES);
		for (volatile uint32_t *word = cpu_stacks[cpu]; word < end; word++)
			*word = PATTERN;
	}
}

uint32_t stackmark_read(uint32_t cpu)
{
	const volatile uint32_t *word = cpu_stacks[cpu];
	uint32_t untouched = 0;
	while (untouched < WORDS && word[untouched] == PATTERN)
		untouched++;
	return STACK_BYTES - 4 * untouched;
}

void stackmark_read_all(void)
{
	for (uint32_t cpu = 0; cpu < smp_cores(); cpu++)
		stack_most[cpu] = stackmark_read(cpu);
}
