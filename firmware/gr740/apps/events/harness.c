/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "events.h"
#include "l2cache.h"
#include "l4stat.h"
#include "mmu.h"

uint32_t control(uint32_t event, uint32_t cpu, uint32_t options)
{
	return options | L4STAT_EN | event << L4STAT_EVENT_SHIFT | cpu;
}

static void flush_d(void)
{
	__asm__ volatile("sta %%g0, [%%g0] 0x11" ::: "memory");
	while (ccr_read() & CCR_DP)
		;
}

void prepare(enum prepare how, kernel_fn *kernel)
{
	kernel();
	kernel(); /* L2 has it all, L1 what it keeps */
	switch (how) {
	case WARM:
		break;
	case COLD_D:
		flush_d();
		break;
	case COLD_L2:
		l2cache_flush(L2_PURGE_ALL, 0);
		flush_d();
		break;
	case COLD_I:
		l1_flush();
		break;
	case TLB:
		mmu_flush();
		break;
	}
}

uint32_t count(uint32_t event, uint32_t options, enum prepare how, kernel_fn *kernel)
{
	volatile uint32_t *cctrl = &L4STAT_CCTRL(0), *cval = &L4STAT_CVAL(0);
	uint32_t on = control(event, 0, options);
	prepare(how, kernel);
	measure(cctrl, on, cval, kernel_empty); /* the harness into L1 and TLB */
	*cval = 0;
	uint32_t base = measure(cctrl, on, cval, kernel_empty);
	*cval = 0;
	return measure(cctrl, on, cval, kernel) - base;
}
