/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A monitor on both serial lines: a prompt, lines with commands, answers on the
   line that asked. Between bytes it sleeps until the receiver interrupts, or
   polls, as the last command said. */
#include "irqamp.h"
#include "printf.h"
#include "regs.h"
#include "smp.h"
#include "trap.h"
#include "uart.h"
#include <stddef.h>

/* UM 2.9, chapter on the APBUART. */
#define DATA(uart) REG32((uart) + 0x0)
#define STATUS(uart) REG32((uart) + 0x4)
#define CTRL(uart) REG32((uart) + 0x8)
#define STATUS_DR (1u << 0) /* the receiver has data */
#define STATUS_TF (1u << 9) /* transmit FIFO full */
#define CTRL_RE (1u << 0)
#define CTRL_TE (1u << 1)
#define CTRL_RI (1u << 2) /* interrupt with each byte */

/* Interrupts of the two lines (UM 2.9, table of interrupt assignments). */
#define IRQ_UART0 29
#define IRQ_UART1 30

#define LONGEST 64

struct line {
	uint32_t uart;
	uint32_t length;
	char text[LONGEST + 1];
};

static struct line lines[] = {{.uart = APBUART0_BASE}, {.uart = APBUART1_BASE}};
static volatile uint32_t asleep;
static uint32_t sleeps = 1;

static void put(uint32_t uart, const char *text)
{
	for (; *text; text++) {
		while (STATUS(uart) & STATUS_TF)
			;
		DATA(uart) = (uint8_t)*text;
	}
}

static void put_number(uint32_t uart, uint32_t value)
{
	char digits[11];
	char *at = digits + sizeof digits;

	*--at = 0;
	do
		*--at = (char)('0' + value % 10);
	while (value /= 10);
	put(uart, at);
	put(uart, "\n");
}

/* The rest of a line behind a command, or NULL for another command. */
static const char *behind(const char *text, const char *command)
{
	while (*command && *text == *command)
		text++, command++;
	return *command || (*text && *text != ' ') ? NULL : text;
}

static uint32_t number(const char **text)
{
	uint32_t value = 0;

	while (**text == ' ')
		++*text;
	for (; **text >= '0' && **text <= '9'; ++*text)
		value = value * 10 + (uint32_t)(**text - '0');
	return value;
}

/* Carries a command out; the status of `exit`, or -1. */
static int command(struct line *line)
{
	const char *rest;

	if ((rest = behind(line->text, "add"))) {
		uint32_t first = number(&rest);
		put_number(line->uart, first + number(&rest));
	} else if (behind(line->text, "sleep")) {
		sleeps = 1;
		put(line->uart, "sleeps between bytes\n");
	} else if (behind(line->text, "poll")) {
		sleeps = 0;
		put(line->uart, "polls\n");
	} else if ((rest = behind(line->text, "exit"))) {
		return (int)number(&rest);
	} else if (line->length) {
		put(line->uart, "commands: add A B, sleep, poll, exit STATUS\n");
	}
	return -1;
}

static int take(struct line *line)
{
	int status = -1;

	while (status < 0 && STATUS(line->uart) & STATUS_DR) {
		char c = (char)DATA(line->uart);
		if (c == '\r' || c == '\n') {
			line->text[line->length] = 0;
			status = command(line);
			line->length = 0;
			if (status < 0)
				put(line->uart, "gr740> ");
		} else if (line->length < LONGEST) {
			line->text[line->length++] = c;
		}
	}
	return status;
}

static void on_byte(struct trap_frame *frame)
{
	asleep = 0;
	smp_idle_restart(frame);
}

int main(void)
{
	trap_set(TT_IRQ(irqamp_extended_line()), on_byte);
	irqamp_unmask(0, IRQ_UART0);
	irqamp_unmask(0, IRQ_UART1);
	pil_set(0);
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		CTRL(lines[i].uart) = CTRL_RE | CTRL_TE | CTRL_RI;
		put(lines[i].uart, "gr740> ");
	}
	for (;;) {
		asleep = 1;
		for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
			int status = take(&lines[i]);
			if (status >= 0)
				return status;
		}
		if (sleeps)
			smp_idle_while(&asleep, 1);
	}
}
