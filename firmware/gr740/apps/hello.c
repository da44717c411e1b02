/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The smallest proof: start code, console, exit. */
#include "irqamp.h"
#include "printf.h"

int main(void)
{
	printf("Hello from the GR740\n");
	printf("cpu %u of %u\n", cpu_index(), irqamp_cpu_count());
	return 0;
}
