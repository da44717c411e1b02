/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* ASCLIN0, polled (TC27x User's Manual, ASCLIN). */
#include "asclin.h"
#include "regs.h"
#include "uart.h"
#include "wdt.h"

#define CLC REG32(ASCLIN0_BASE + 0x00)
#define TXFIFOCON REG32(ASCLIN0_BASE + 0x0C)
#define BITCON REG32(ASCLIN0_BASE + 0x14)
#define FRAMECON REG32(ASCLIN0_BASE + 0x18)
#define DATCON REG32(ASCLIN0_BASE + 0x1C)
#define BRG REG32(ASCLIN0_BASE + 0x20)
#define TXDATA REG32(ASCLIN0_BASE + 0x44)
#define CSR REG32(ASCLIN0_BASE + 0x4C)
#define P14_IOCR0 REG32(P14_BASE + 0x10)

#define CSR_CLKSEL_CLC 1u /* 100 MHz, the SPB clock */
#define CSR_CON (1u << 31)
#define TXFIFOCON_FLUSH (1u << 0)
#define TXFIFOCON_ENO (1u << 1)
#define TXFIFOCON_INW_1 (1u << 6)
#define TXFIFOCON_FILL(v) ((v) >> 16 & 31)
#define FRAMECON_STOP_1 (1u << 9)
#define FRAMECON_MODE_ASC (1u << 16)
#define FIFO_BYTES 16

void asclin_init(void)
{
	P14_IOCR0 = (P14_IOCR0 & ~0xF8u) | 0x12u << 3; /* P14.0: push-pull, alternate output 2 = ATX0 */
	endinit_open();
	CLC = 0;
	endinit_close();
	(void)CLC; /* the module clock is on when the write has arrived */
	CSR = 0;
	while (CSR & CSR_CON)
		;
	TXFIFOCON = TXFIFOCON_INW_1 | TXFIFOCON_ENO | TXFIFOCON_FLUSH;
	FRAMECON = FRAMECON_STOP_1;
	/* 100 MHz * 576 / 3125 = 18.432 MHz = 115200 * (9 + 1) * (15 + 1). */
	BITCON = 9u | 15u << 16 | 9u << 24 | 1u << 31;
	BRG = 3125u | 576u << 16;
	DATCON = 7;
	FRAMECON = FRAMECON_STOP_1 | FRAMECON_MODE_ASC;
	CSR = CSR_CLKSEL_CLC;
	while (!(CSR & CSR_CON))
		;
}

void uart_putc(char c)
{
	while (TXFIFOCON_FILL(TXFIFOCON) >= FIFO_BYTES)
		;
	TXDATA = (uint8_t)c;
}

void uart_drain(void)
{
	while (TXFIFOCON_FILL(TXFIFOCON))
		;
}
