/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Start-up in the way of the vendor's example code, apart from ../../start: one entry a core, all in C,
   call depth counted (PSW 0x980), cpu0 starts cpu1 and cpu1 starts cpu2. */
#include "asclin.h"
#include "clock.h"
#include "exit.h"
#include "smp.h"
#include "vendor.h"
#include "watchdog.h"

#define ENTRY __attribute__((noreturn, noipa))
#define PSW_VENDOR 0x980u

extern uint32_t __ustack_cpu0[], __istack_cpu0[], __csa_begin_cpu0[], __csa_end_cpu0[];
extern uint32_t __ustack_cpu1[], __istack_cpu1[], __csa_begin_cpu1[], __csa_end_cpu1[];
extern uint32_t __ustack_cpu2[], __istack_cpu2[], __csa_begin_cpu2[], __csa_end_cpu2[];
extern uint32_t trap_vectors[], interrupt_vectors[];
extern const uint32_t __copy_table[], __copy_table_end[], __clear_table[], __clear_table_end[];

/* Each CSA links the one before it, so the list runs from the highest address down. */
static inline __attribute__((always_inline)) void contexts_init(uint32_t *begin, uint32_t *end)
{
	uint32_t link = 0, n = 0;
	for (uint32_t *csa = begin; csa < end; csa += 16) {
		*csa = link;
		uint32_t address = (uint32_t)csa;
		link = (address & 0xF0000000u) >> 12 | (address & 0x003FFFC0u) >> 6;
		if (n++ == 2)
			MTCR(CSFR_LCX, link);
	}
	MTCR(CSFR_FCX, link);
	dsync();
}

static inline __attribute__((always_inline)) void core_init(uint32_t core, uint32_t *ustack, uint32_t *istack,
							     uint32_t *csa_begin, uint32_t *csa_end)
{
	struct watchdog *own = &WDTCPU[core];
	__asm__ volatile("mov.aa %%sp, %0" ::"a"(ustack) : "memory");
	MTCR(CSFR_PSW, PSW_VENDOR);
	MTCR(CSFR_PCXI, MFCR(CSFR_PCXI) & 0xFFF00000u);
	uint32_t password = watchdog_password(own);
	endinit_write(own, password, 0);
	MTCR(CSFR_PCON1, 3); /* invalidate what may be there */
	MTCR(CSFR_PCON0, 0);
	MTCR(CSFR_DCON0, 0);
	MTCR(CSFR_BTV, (uint32_t)trap_vectors);
	MTCR(CSFR_BIV, (uint32_t)interrupt_vectors);
	MTCR(CSFR_ISP, (uint32_t)istack);
	watchdog_disable(own);
	endinit_write(own, password, 1);
	contexts_init(csa_begin, csa_end);
}

static void tables_init(void)
{
	for (const uint32_t *t = __copy_table; t < __copy_table_end; t += 3)
		for (uint32_t i = 0; i < t[2]; i += 4)
			REG32(t[1] + i) = REG32(t[0] + i);
	for (const uint32_t *t = __clear_table; t < __clear_table_end; t += 2)
		for (uint32_t i = 0; i < t[1]; i += 4)
			REG32(t[0] + i) = 0;
	dsync();
}

ENTRY static void core2_start(void)
{
	core_init(2, __ustack_cpu2, __istack_cpu2, __csa_begin_cpu2, __csa_end_cpu2);
	core2_main();
	core_sleep();
}

ENTRY static void core1_start(void)
{
	core_init(1, __ustack_cpu1, __istack_cpu1, __csa_begin_cpu1, __csa_end_cpu1);
	core_start(2, (void (*)(void))core2_start);
	core1_main();
	core_sleep();
}

ENTRY void core0_start(void)
{
	core_init(0, __ustack_cpu0, __istack_cpu0, __csa_begin_cpu0, __csa_end_cpu0);
	uint32_t password = watchdog_password(WDTS);
	endinit_write(WDTS, password, 0);
	watchdog_disable(WDTS);
	endinit_write(WDTS, password, 1);
	clock_init();
	tables_init();
	asclin_init();
	core_start(1, (void (*)(void))core1_start);
	exit(core0_main());
}
