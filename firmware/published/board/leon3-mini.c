/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A LEON3 system with the customary addresses, QEMU's leon3_generic too: console, and timer 1 of
   GPTIMER as the clock, which an untimed simulator needs not keep right. Everything else is the
   GR740's runtime: start, trap table and window handlers are the same for both. */
#include "clock.h"
#include "regs.h"
#include "uart.h"

#define UART_DATA REG32(0x80000100)
#define UART_STATUS REG32(0x80000104)
#define UART_CTRL REG32(0x80000108)
#define GPTIMER_SRELOAD REG32(0x80000304)
#define GPTIMER_TCNTVAL1 REG32(0x80000310)
#define GPTIMER_TRLDVAL1 REG32(0x80000314)
#define GPTIMER_TCTRL1 REG32(0x80000318)

void uart_putc(char c)
{
	UART_CTRL = 3; /* RE, TE */
	while (!(UART_STATUS & 4))
		;
	UART_DATA = (uint8_t)c;
}

void uart_drain(void)
{
	while ((UART_STATUS & 6) != 6)
		;
}

uint32_t clock_now(void)
{
	if (!(GPTIMER_TCTRL1 & 1)) {
		GPTIMER_SRELOAD = 99; /* 1 us at 100 MHz */
		GPTIMER_TRLDVAL1 = 0xFFFFFFFF;
		GPTIMER_TCTRL1 = 7; /* EN, RS, LD */
	}
	return ~GPTIMER_TCNTVAL1;
}
