/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* One of two linked boards. The board that asks sends numbers on its second serial
   line, and waits for an edge on line 4 of its port for each. The board that answers
   reads the lines, and toggles line 5 of its own port for each. `role` says which
   board this is. */
#include "printf.h"
#include "regs.h"
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

/* UM 2.9, chapter on the GRGPIO. */
#define GPIO_BASE 0xFF902000u
#define GPIO_DATA REG32(GPIO_BASE + 0x0)
#define GPIO_OUTPUT REG32(GPIO_BASE + 0x4)
#define GPIO_DIRECTION REG32(GPIO_BASE + 0x8)
#define LINE_IN (1u << 4)
#define LINE_OUT (1u << 5)

#define ROUNDS 5
#define LONGEST 16

#define ASKS 1
#define ANSWERS 2
#define ALONE 3

/* With a value, so that start code does not clear what was set from outside. */
volatile uint32_t role = ALONE;
/* The answers that were seen or given, for a look from outside. */
volatile uint32_t answers;

static void put(const char *text)
{
	for (; *text; text++) {
		while (STATUS(APBUART1_BASE) & STATUS_TF)
			;
		DATA(APBUART1_BASE) = (uint8_t)*text;
	}
}

static int asks(void)
{
	for (uint32_t n = 1; n <= ROUNDS; n++) {
		uint32_t before = GPIO_DATA & LINE_IN;
		char text[] = {(char)('0' + n), '\n', 0};
		put(text);
		while ((GPIO_DATA & LINE_IN) == before)
			;
		answers++;
		printf("answer %u\n", (unsigned)n);
	}
	put("bye\n");
	return answers == ROUNDS ? 0 : 1;
}

static int replies(void)
{
	char line[LONGEST];
	size_t length = 0;

	GPIO_DIRECTION |= LINE_OUT;
	for (;;) {
		while (!(STATUS(APBUART1_BASE) & STATUS_DR))
			;
		char c = (char)DATA(APBUART1_BASE);
		if (c != '\n') {
			if (length < LONGEST)
				line[length++] = c;
			continue;
		}
		if (length && line[0] == 'b')
			return answers == ROUNDS ? 0 : 1;
		answers++;
		printf("asked for %c\n", length ? line[0] : '?');
		GPIO_OUTPUT ^= LINE_OUT;
		length = 0;
	}
}

int main(void)
{
	CTRL(APBUART1_BASE) = CTRL_RE | CTRL_TE;
	if (role == ASKS)
		return asks();
	if (role == ANSWERS)
		return replies();
	printf("set role of each board: %d asks, %d answers\n", ASKS, ANSWERS);
	return 0;
}
