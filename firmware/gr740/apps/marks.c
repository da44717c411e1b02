/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Heap and stacks with their marks: known allocations, known depths. The words
   heap_used, heap_most, heap_allocations, heap_frees, heap_failures and stack_most
   are there for `--dump`. */
#include "check.h"
#include "heap.h"
#include "omp.h"
#include "printf.h"
#include "smp.h"
#include "stackmark.h"
#include "string.h"

#define BLOCK(bytes) (((bytes) + 31u) & ~15u) /* with the header */

static void test_heap(void)
{
	check_equal("longest gap at the start", heap_longest_gap(), HEAP_BYTES);
	uint8_t *a = malloc(1), *b = malloc(1000), *c = calloc(10, 30);
	uint32_t used = BLOCK(1) + BLOCK(1000) + BLOCK(300), zero = 1;
	for (int i = 0; i < 300; i++)
		zero &= c[i] == 0;
	check_true("calloc clears", zero);
	check_equal("aligned to 16 bytes", ((uintptr_t)a | (uintptr_t)b | (uintptr_t)c) & 15, 0);
	check_equal("bytes in use", heap_used, used);
	free(b);
	check_equal("bytes in use after free", heap_used, used - BLOCK(1000));
	check_equal("the most bytes in use", heap_most, used);
	uint8_t *again = malloc(500);
	check_true("the first gap that fits is taken", again == b);
	check_true("no memory for too much", malloc(HEAP_BYTES) == NULL && calloc(65536, 65536) == NULL);
	check_equal("calls that found no gap", heap_failures, 2);
	free(a);
	free(c);
	free(again);
	free(NULL);
	check_equal("longest gap at the end", heap_longest_gap(), HEAP_BYTES);
	void *all = malloc(HEAP_BYTES - 16);
	check_true("all of it in one piece", all != NULL);
	free(all);
	check_equal("the most is all", heap_most, HEAP_BYTES);
}

/* Threads take and give back blocks of all sizes; each finds its bytes as it left them. */
static void test_threads(void)
{
	uint32_t wrong = 0;
#pragma omp parallel reduction(+ : wrong)
	{
		uint8_t *held[8] = { 0 }, me = (uint8_t)(omp_get_thread_num() + 1);
		uint32_t bytes[8] = { 0 }, x = me;
		for (uint32_t turn = 0; turn < 200; turn++) {
			uint32_t slot = turn * 5 % 8;
			for (uint32_t i = 0; i < bytes[slot]; i += 7)
				wrong += held[slot][i] != (uint8_t)(me + slot);
			free(held[slot]);
			x = x * 1664525u + 1013904223u;
			bytes[slot] = 1 + (x >> 24);
			held[slot] = malloc(bytes[slot]);
			memset(held[slot], me + (int)slot, bytes[slot]);
		}
		for (uint32_t slot = 0; slot < 8; slot++)
			free(held[slot]);
	}
	check_equal("bytes that another thread wrote", wrong, 0);
	check_equal("bytes in use", heap_used, 0);
	check_equal("allocations that are left", heap_allocations - heap_frees, 0);
	check_equal("longest gap", heap_longest_gap(), HEAP_BYTES);
}

#define FRAME 256u /* of `descend` at least, all of it written */

NOINLINE static uint32_t descend(uint32_t depth)
{
	volatile uint32_t own[FRAME / 4];
	for (uint32_t i = 0; i < FRAME / 4; i++)
		own[i] = depth;
	return depth ? descend(depth - 1) + own[depth] : own[0];
}

static void test_stacks(void)
{
	uint32_t cores = smp_cores(), idle = stackmark_read(cores - 1), sum = 0;
	check_true("a core that has not started has an untouched stack", cores == 1 || idle == 0);
#pragma omp parallel reduction(+ : sum)
	sum += omp_get_thread_num() >= 0;
	uint32_t before[MAX_CPUS];
	for (uint32_t cpu = 0; cpu < cores; cpu++)
		before[cpu] = stackmark_read(cpu);
#pragma omp parallel reduction(+ : sum)
	sum += descend(8 * ((uint32_t)omp_get_thread_num() + 1));
	stackmark_read_all();
	uint32_t deep = 0;
	for (uint32_t cpu = 0; cpu < cores; cpu++) {
		uint32_t frames = 8 * (cpu + 1) + 1;
		printf("stack of core %u: %u bytes, then %u\n", cpu, before[cpu], stack_most[cpu]);
		deep += stack_most[cpu] >= frames * FRAME && stack_most[cpu] <= frames * (FRAME + 128) + 2048;
	}
	check_equal("stacks as deep as their calls", deep, cores);
	check_true("no stack is full", stack_most[cores - 1] < STACK_BYTES && sum > 0);
}

int main(void)
{
	stackmark_paint();
	test_stacks();
	test_heap();
	test_threads();
	printf("heap: %u allocations, %u given back, %u bytes at most\n", heap_allocations, heap_frees, heap_most);
	return check_result();
}
