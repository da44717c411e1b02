/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "l2cache.h"
#include "smp.h"

void l2cache_flush(enum l2_flush mode, uint32_t address)
{
	/* GRLIB-TN-0021: the flush registers want an atomic access. */
	swap32((volatile uint32_t *)L2CFMA, (address & ~31u) | mode);
	while (REG32(L2CFMA) & 7)
		;
}

uint32_t l2cache_bytes(void)
{
	uint32_t status = L2CS;
	return (status >> 2 & 0x7FF) * 1024 * ((status & 3) + 1);
}
