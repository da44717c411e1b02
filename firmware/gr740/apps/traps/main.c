/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Provokes the traps of the LEON4 (UM 2.9 ch. 6, SPARC V8 manual ch. 7) and
   checks what the processor reports: trap type, PC and nPC. */
#include "check.h"
#include "irqamp.h"
#include "printf.h"
#include "record.h"

int main(void)
{
	irqamp_reset();
	printf("synchronous traps\n");
	test_synchronous();
	printf("register windows\n");
	test_windows();
	printf("floating point\n");
	test_fpu();
	printf("interrupts\n");
	test_interrupts();
	printf("memory management\n");
	test_mmu();
	printf("watchpoints\n");
	test_watchpoints();
	return check_result();
}
