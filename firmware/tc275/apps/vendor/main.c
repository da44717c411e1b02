/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Three cores after a vendor-style start-up: a timer interrupt on cpu0, all of them under one spin lock. */
#include "check.h"
#include "interrupt.h"
#include "printf.h"
#include "smp.h"
#include "stm.h"
#include "vendor.h"
#include "watchdog.h"

#define ROUNDS 200u
#define TICKS 1000u /* 10 us */
#define TIMER_PRIORITY 40u

static spinlock_t lock;
static uint32_t shared, owner_changes, last_owner = 9;
static volatile uint32_t inside, violations, finished, ticks;

static void on_timer(uint32_t priority)
{
	(void)priority;
	STM_ISCR(0) = STM_ISCR_CMP0IRR;
	STM_CMP0(0) += TICKS;
	ticks++;
}

static void take_turns(void)
{
	for (uint32_t i = 0; i < ROUNDS; i++) {
		spin_lock(&lock);
		if (inside++)
			violations++;
		shared += core_index() + 1;
		if (last_owner != core_index()) {
			last_owner = core_index();
			owner_changes++;
		}
		inside--;
		spin_unlock(&lock);
	}
	fetch_add32(&finished, 1);
}

static uint32_t nested_calls(uint32_t n)
{
	if (!n)
		return 0;
	uint32_t below = nested_calls(n - 1);
	COMPILER_BARRIER();
	return below + 1;
}

void core1_main(void)
{
	printf("cpu1 is up\n");
	take_turns();
}

void core2_main(void)
{
	printf("cpu2 is up\n");
	take_turns();
}

int core0_main(void)
{
	printf("cpu0 is up\n");
	interrupt_set(TIMER_PRIORITY, on_timer);
	interrupt_route(&SRC_STM_SR0(0), 0, TIMER_PRIORITY);
	stm_compare_in(0, TICKS);
	interrupts_enable();
	take_turns();
	while (finished < CORES || ticks < 10)
		;
	interrupts_disable();

	check_equal("watchdogs stopped (SR.DS)",
		    (WDTS->sr >> 3 & 1) + (WDTCPU[0].sr >> 3 & 1) + (WDTCPU[1].sr >> 3 & 1) + (WDTCPU[2].sr >> 3 & 1),
		    4);
	check_equal("PLL: CCUCON0.CLKSEL", REG32(SCU_BASE + 0x30) >> 28 & 3, 1);
	check_equal("caches on", MFCR(CSFR_PCON0) | MFCR(CSFR_DCON0), 0);
	check_equal("call depth after main", MFCR(CSFR_PSW) & 0x7F, 1);
	check_equal("calls 50 deep", nested_calls(50), 50);
	check_equal("sum under the lock", shared, ROUNDS * (1 + 2 + 3));
	check_equal("nobody was inside with another", violations, 0);
	check_true("the lock changed hands", owner_changes >= CORES);
	check_true("timer interrupts on cpu0", ticks >= 10);
	return check_result();
}
