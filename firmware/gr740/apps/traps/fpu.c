/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* GRFPU exceptions (UM 2.9 ch. 6, SPARC V8 manual 4.4): deferred, with the
   offending instruction in the queue; subnormal operands are not finished. */
#include "check.h"
#include "record.h"
#include "regs.h"
#include <stddef.h>

PROVOKE(fp_divide);
PROVOKE(fp_invalid);
PROVOKE(fp_subnormal);
extern const char fp_divide_end[], fp_invalid_end[], fp_subnormal_end[];
extern volatile double fp_constants[];

#define FSR_NVM (1u << 27)
#define FSR_DZM (1u << 24)
#define FSR_NS (1u << 22)
#define FSR_FTT(fsr) ((fsr) >> 14 & 7)
#define FSR_CEXC(fsr) ((fsr) & 0x1F)
#define FTT_IEEE 1
#define FTT_UNFINISHED 2
#define CEXC_NV 0x10
#define CEXC_DZ 0x02

static void fsr_write(uint32_t value)
{
	__asm__ volatile("ld [%0], %%fsr" ::"r"(&value), "m"(value));
}

static uint32_t fsr_read(void)
{
	uint32_t value;
	__asm__ volatile("st %%fsr, [%1]" : "=m"(value) : "r"(&value));
	return value;
}

/* The reported PC is the next FP instruction, which has not been executed yet;
   a core with precise FP traps reports the instruction itself, to be skipped. */
static void on_fp_exception(struct trap_frame *frame)
{
	record(frame);
	if (frame->pc == frame->fq[0])
		trap_skip(frame);
	frame->fsr &= ~(FSR_NVM | FSR_DZM);
}

static void expect_fp(const char *name, void (*provoke)(void), uint32_t fsr, uint32_t ftt, const void *at,
		      const void *end)
{
	record_begin(0x08, on_fp_exception, RESUME_RETRY, 0);
	fsr_write(fsr);
	provoke();
	fsr_write(0);
	record_end();
	check_equal(name, seen.count, 1);
	check_equal("  ftt", FSR_FTT(seen.fsr), ftt);
	check_range("  pc at the FPop or a later FP instruction", seen.pc, (uint32_t)at, (uint32_t)end);
	check_equal("  queue: address of the FPop", seen.fq[0], (uint32_t)at);
	check_equal("  queue: the FPop", seen.fq[1], *(const uint32_t *)at);
}

void test_fpu(void)
{
	expect_fp("fp_exception: division by zero", fp_divide, FSR_DZM, FTT_IEEE, fp_divide_at, fp_divide_end);
	check_equal("  cexc", FSR_CEXC(seen.fsr), CEXC_DZ);
	expect_fp("fp_exception: square root of -1", fp_invalid, FSR_NVM, FTT_IEEE, fp_invalid_at,
		  fp_invalid_end);
	check_equal("  cexc", FSR_CEXC(seen.fsr), CEXC_NV);

	/* Not enabled: no trap, the flag accrues. */
	fsr_write(0);
	expect_none("division by zero, not enabled", fp_divide, 0x08);
	check_equal("  aexc", fsr_read() >> 5 & 0x1F, CEXC_DZ);

	expect_fp("unfinished_FPop: subnormal, NS=0", fp_subnormal, 0, FTT_UNFINISHED, fp_subnormal_at,
		  fp_subnormal_end);

	fp_constants[4] = 0;
	fsr_write(FSR_NS);
	expect_none("subnormal, NS=1", fp_subnormal, 0x08);
	fsr_write(0);
	check_true("  taken as zero: 1.0 + subnormal == 1.0", fp_constants[4] == 1.0);
}
