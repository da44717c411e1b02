/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* For a lesson: a sum whose loads are used at once, or one instruction later; and branches that follow a pattern
   or not. `use_later` and `sorted` say which. */
#include "irqamp.h"
#include "printf.h"
#include "regs.h"

#define ROUNDS 4096u

volatile uint32_t use_later __attribute__((section(".data"))) = 0; /* 1: an instruction stands between load and use */
volatile uint32_t sorted __attribute__((section(".data"))) = 0;    /* 1: the data that branches depend on are in order */

static uint32_t data[64];

__attribute__((noinline)) static uint32_t at_once(const uint32_t *p)
{
	uint32_t sum = 0, n = ROUNDS, v;
	__asm__ volatile("1: ld [%3], %2\n\t"
			 "add %0, %2, %0\n\t"
			 "subcc %1, 1, %1\n\t"
			 "bne 1b\n\t"
			 "nop"
			 : "+r"(sum), "+r"(n), "=&r"(v)
			 : "r"(p)
			 : "cc", "memory");
	return sum;
}

__attribute__((noinline)) static uint32_t later(const uint32_t *p)
{
	uint32_t sum = 0, n = ROUNDS, v;
	__asm__ volatile("1: ld [%3], %2\n\t"
			 "subcc %1, 1, %1\n\t"
			 "add %0, %2, %0\n\t"
			 "bne 1b\n\t"
			 "nop"
			 : "+r"(sum), "+r"(n), "=&r"(v)
			 : "r"(p)
			 : "cc", "memory");
	return sum;
}

__attribute__((noinline)) static uint32_t above(uint32_t limit)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < ROUNDS; i++) {
		if (data[i & 63u] >= limit)
			__asm__ volatile("inc %0" : "+r"(count));
	}
	return count;
}

int main(void)
{
	for (uint32_t i = 0; i < 64; i++)
		data[i] = sorted ? i : i * 37u & 63u;
	uint32_t start = cycles32();
	uint32_t sum = use_later ? later(&data[1]) : at_once(&data[1]);
	uint32_t middle = cycles32();
	uint32_t count = above(32);
	uint32_t end = cycles32();
	printf("sum %u in %u cycles, %u above in %u cycles\n", sum, middle - start, count, end - middle);
	return count != ROUNDS / 2;
}
