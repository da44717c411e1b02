/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "wdt.h"
#include "regs.h"

#define ENDINIT 1u
#define LCK 2u
#define PW_READS_INVERTED 0xFCu

/* Password access, then modify access; see endinit_access in start.S. */
static void endinit_set(volatile uint32_t *con0, uint32_t endinit)
{
	uint32_t word = (*con0 ^ PW_READS_INVERTED) & ~(LCK | ENDINIT);
	*con0 = word | ENDINIT;
	*con0 = word | LCK | endinit;
	while ((*con0 & ENDINIT) != endinit)
		;
}

static volatile uint32_t *own(void)
{
	return &REG32(SCU_WDTCPU0_CON0 + 12 * core_index());
}

void endinit_open(void)
{
	endinit_set(own(), 0);
}

void endinit_close(void)
{
	endinit_set(own(), ENDINIT);
}

void safety_endinit_open(void)
{
	endinit_set(&REG32(SCU_WDTS_CON0), 0);
}

void safety_endinit_close(void)
{
	endinit_set(&REG32(SCU_WDTS_CON0), ENDINIT);
}
