/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A timer read until 5 ms have passed, and the UART's status with it: what accesses to devices cost. */
#include "check.h"
#include "gptimer.h"
#include "regs.h"

#define UART_STATUS REG32(APBUART0_BASE + 0x4)
#define UART_STATUS_TE 4u /* the transmitter's FIFO is empty */
#define MICROSECONDS 5000u

int main(void)
{
	uint32_t reads = 0, empty = 0;
	gptimer_start(1, 1, MICROSECONDS, 0);
	while (GPTIMER_TCTRL(1, 1) & TCTRL_EN) {
		reads++;
		empty += (UART_STATUS & UART_STATUS_TE) != 0;
	}
	/* Two accesses over the APB bridge take less than a microsecond. */
	check_true("thousands of reads", reads > MICROSECONDS);
	check_true("nothing to send", empty == reads);
	return check_result();
}
