/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The events of CTIMER0 over a FIR filter of 16 taps and 32 samples, eight sums at a time, with code, stack and
   coefficients in external memory, as the vendor's example cpu/ctimer has it: expected there, within 5 %, are the
   figures below. Another compiler than the vendor's: the code is not the same, so the figures are compared, not checked,
   but for those that any code must have. */
#include "check.h"
#include "ctimer.h"
#include "interrupt.h"
#include "printf.h"

enum { TAPS = 16, SAMPLES = 32, AT_ONCE = 8 };

#define EXTERNAL __attribute__((section(".dram.data")))
#define CODE __attribute__((section(".dram"), noinline, noclone, optimize("O3", "unroll-loops")))

EXTERNAL const float coefficient[TAPS] = { 0.01f, 0.02f, 0.04f, 0.08f, 0.16f, 0.32f, 0.64f, 1.28f,
					   1.28f, 0.64f, 0.32f, 0.16f, 0.08f, 0.04f, 0.02f, 0.01f };
static BANK3 float input[SAMPLES];
static BANK3 float output[SAMPLES];
struct fir_results {
	uint32_t counted[9];
	uint32_t idle;
};
SHARED struct fir_results fir_results;
static SHARED uint64_t stack[512];

uint32_t on_stack(uint32_t (*function)(uint32_t), uint32_t argument, void *stack_end);

static CODE uint32_t fir(uint32_t event)
{
	float c[TAPS], line[2 * TAPS], sum[AT_ONCE];
	for (int i = 0; i < TAPS; i++) {
		line[i] = line[i + TAPS] = 0;
		c[i] = coefficient[i];
	}
	ctimer0_start(CTIMER_MAX, event);
	uint32_t before = MOVFS(ctimer0);
	for (int block = 0; block < SAMPLES; block += TAPS) {
		for (int at = 0; at < TAPS; at += AT_ONCE) {
			for (int i = 0; i < AT_ONCE; i++)
				line[at + i] = line[at + TAPS + i] = input[block + at + i];
			for (int i = 0; i < AT_ONCE; i++)
				sum[i] = 0;
			for (int tap = 0, from = at + 1; tap < TAPS; tap++, from++)
				for (int i = 0; i < AT_ONCE; i++)
					sum[i] += c[tap] * line[from + i];
			for (int i = 0; i < AT_ONCE; i++)
				output[block + at + i] = sum[i];
		}
	}
	uint32_t after = MOVFS(ctimer0);
	ctimer0_stop();
	return before - after;
}

/* In the core: a vector does not reach external memory. */
static INTERRUPT void wake(void)
{
}

/* Sleeps until CTIMER1 has counted 100000 cycles. */
static CODE uint32_t idle(uint32_t unused)
{
	(void)unused;
	ctimer1_start(100000, CTIMER_CLK);
	ctimer0_start(CTIMER_MAX, CTIMER_IDLE);
	uint32_t before = MOVFS(ctimer0);
	__asm__ volatile("idle" : : : "memory");
	uint32_t after = MOVFS(ctimer0);
	ctimer0_stop();
	return before - after;
}

int main(void)
{
	static const enum ctimer_event event[9] = { CTIMER_CLK,	     CTIMER_IDLE,     CTIMER_IALU,
						    CTIMER_FPU,	     CTIMER_DUAL,     CTIMER_E1_STALL,
						    CTIMER_RA_STALL, CTIMER_EXT_FETCH_STALL, CTIMER_EXT_LOAD_STALL };
	static const char *const name[9] = { "CLK", "IDLE", "IALU", "FPU", "DUAL", "E1 stalls", "RA stalls",
					     "external fetch stalls", "external load stalls" };
	static const uint32_t published[9] = { 565000, 0, 752, 512, 184, 1904, 126500, 510000, 120500 };
	void *end = stack + sizeof(stack) / sizeof(*stack) - 2;
	if (core_number())
		return 0;
	/* Start code does not clear this bank. */
	for (uint32_t i = 0; i < SAMPLES; i++)
		input[i] = 0;
	input[0] = 1;
	input[SAMPLES / 2] = 2;
	for (uint32_t i = 0; i < 9; i++) {
		fir_results.counted[i] = on_stack(fir, event[i], end);
		printf("%s: %u, published %u\n", name[i], fir_results.counted[i], published[i]);
	}
	interrupt_attach(IRQ_CTIMER1, wake);
	interrupt_unmask(IRQ_CTIMER1);
	__asm__ volatile("gie");
	fir_results.idle = on_stack(idle, 0, end);
	printf("IDLE, asleep: %u, published 86300\n", fir_results.idle);
	check_equal("asleep while it computes", fir_results.counted[1], 0);
	check_equal("products", fir_results.counted[3], SAMPLES * TAPS);
	check_equal("first output, millionths", (uint32_t)(output[0] * 1000000.0f + 0.5f), 10000);
	return check_result();
}
