/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* TC275: console, end of the run, traps. */
#include "machine.h"
#include "trap.h"
#include "uart.h"

void machine_put(char c)
{
	uart_putc(c);
}

void machine_exit(int status)
{
	uart_drain();
	__asm__ volatile("dsync\n\tmov.a %%a14, %0\n\tdebug" ::"d"(status ? status : 0x900D) : "memory");
	for (;;)
		;
}

/* The start code calls main() without arguments; the linker takes this for it. */
int __real_main(int argc, char **argv);
int __wrap_main(void);
int __wrap_main(void)
{
	return __real_main(0, 0);
}

/* Class and TIN in one byte: more than a TIN of 15 has only SYSCALL. */
static uint32_t report(uint32_t class, uint32_t tin, uint32_t pc)
{
	report_trap(class << 4 | (tin & 15), pc);
}

/* vectors.S reads these. */
trap_handler *trap_handlers[TRAP_CLASSES] = { report, report, report, report, report, report, report, report };
void (*trap_fcu_entry)(void);
