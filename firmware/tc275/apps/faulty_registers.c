/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Registers against their manual. Each line with a fault is marked with its number. */
#include "stm.h"
#include "trap.h"
#include "wdt.h"

#define STM_CLC(n) REG32(STM_BASE(n) + 0x00)

/* A refused store traps when it reaches the bus; the program goes on where it was. */
static uint32_t go_on(uint32_t class, uint32_t tin, uint32_t pc)
{
	(void)class, (void)tin;
	return pc;
}

int main(void)
{
	trap_set(TRAP_BUS, go_on);

	/* Bits that the register does not have. */
	STM_CMCON(1) = 0xFF1F001F; /* FAULT 1 */

	/* No register is here. */
	REG32(STM_BASE(1) + 0x44) = 1; /* FAULT 2 */

	/* Neither the password nor a change. */
	REG32(SCU_WDTCPU0_CON0) = 0x12345679; /* FAULT 3 */

	/* A register that ENDINIT protects. */
	STM_CLC(1) = 0; /* FAULT 4 */
	dsync();

	/* The clock of the timer is read-only. */
	STM_TIM0(1) = 0xFFFFFFFF; /* FAULT 5 */

	/* The right way is no fault. */
	endinit_open();
	STM_CLC(1) = 0;
	endinit_close();
	STM_CMCON(1) = STM_CMCON_32_BITS;
	return 0;
}
