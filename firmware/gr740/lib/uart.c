/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* APBUART 0, polled (UM 2.9, chapter on the APBUART). */
#include "uart.h"
#include "regs.h"

#define DATA REG32(APBUART0_BASE + 0x0)
#define STATUS REG32(APBUART0_BASE + 0x4)
#define CTRL REG32(APBUART0_BASE + 0x8)

#define STATUS_TF (1u << 9) /* transmit FIFO full */
#define STATUS_TS (1u << 1) /* transmit shift register empty */
#define STATUS_TE (1u << 2) /* transmit FIFO empty */
#define CTRL_TE (1u << 1)

void uart_putc(char c)
{
	/* The monitor has set speed and CTRL; be sure of the transmitter only. */
	if (!(CTRL & CTRL_TE))
		CTRL |= CTRL_TE;
	while (STATUS & STATUS_TF)
		;
	DATA = (uint8_t)c;
}

void uart_drain(void)
{
	while ((STATUS & (STATUS_TS | STATUS_TE)) != (STATUS_TS | STATUS_TE))
		;
}
