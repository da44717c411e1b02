/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "machine.h"
#include "stdio.h"

void report_exit(int status)
{
	printf("\n*** exit %d\n", status);
	machine_exit(status);
}

void report_abort(void)
{
	printf("\n*** abort\n");
	machine_exit(1);
}

void report_trap(unsigned type, unsigned pc)
{
	printf("\n*** trap 0x%02x at 0x%08x\n", type, pc);
	machine_exit(1);
}
