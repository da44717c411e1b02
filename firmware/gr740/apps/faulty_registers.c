/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Registers against their manual. Each line with a fault is marked with its number. */
#include "clkgate.h"
#include "thsens.h"

#define UART1_DATA REG32(APBUART1_BASE + 0x00)
#define UART1_CTRL REG32(APBUART1_BASE + 0x08)

int main(void)
{
	/* The lock of the clock gate is closed. */
	CLKGATE_CLKEN |= CLKGATE_L4STAT; /* FAULT 1 */

	/* A reset without a clock. */
	CLKGATE_UNLOCK = CLKGATE_L4STAT;
	CLKGATE_RESET |= CLKGATE_L4STAT;
	CLKGATE_RESET &= ~CLKGATE_L4STAT; /* FAULT 2 */
	CLKGATE_UNLOCK = 0;

	/* The transmitter is off. */
	UART1_CTRL = 0;
	UART1_DATA = 'x'; /* FAULT 3 */

	/* The sensor leaves reset before it has a clock. */
	THSENS_CTRL = THSENS_DIV << THSENS_CTRL_DIV_SHIFT | THSENS_CTRL_SRSTN; /* FAULT 4 */
	THSENS_CTRL = 0;

	/* No register is here. */
	REG32(CLKGATE_BASE + 0x40) = 1; /* FAULT 5 */

	/* The right way is no fault. */
	clkgate_enable(CLKGATE_L4STAT);
	return 0;
}
