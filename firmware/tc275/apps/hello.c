/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Start code, console, all three cores. */
#include "printf.h"
#include "smp.h"

static volatile uint32_t arrived;

static void greet(void)
{
	uint32_t type = MFCR(CSFR_CPU_ID) >> 16;
	printf("cpu%u: TC1.6%s\n", core_index(), type == 0xB7 ? "E" : type == 0xC0 ? "P" : "?");
	fetch_add32(&arrived, 1);
}

void main_cpu1(void)
{
	greet();
}

void main_cpu2(void)
{
	greet();
}

int main(void)
{
	printf("Hello from the TC275\n");
	greet();
	while (arrived < CORES)
		;
	printf("%u cores are up\n", arrived);
	return 0;
}
