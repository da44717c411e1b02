/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The console: TRAP 0 hands whole lines to whoever watches the core. */
#include "uart.h"
#include <stdint.h>

static char line[128];
static uint32_t used;

static void flush(void)
{
	register uint32_t file __asm__("r0") = 1;
	register const char *text __asm__("r1") = line;
	register uint32_t bytes __asm__("r2") = used;
	/* r0 and r3 come back with the count and the error number. */
	__asm__ volatile("trap 0" : "+r"(file) : "r"(text), "r"(bytes) : "r3", "memory");
	used = 0;
}

void uart_putc(char c)
{
	if (c == '\r')
		return;
	line[used++] = c;
	if (c == '\n' || used == sizeof line)
		flush();
}
