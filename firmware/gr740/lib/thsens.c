/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "thsens.h"
#include "gptimer.h"

void thsens_start(void)
{
	uint32_t ctrl = THSENS_DIV << THSENS_CTRL_DIV_SHIFT | 3u << THSENS_CTRL_DCORRECT_SHIFT;
	THSENS_CTRL = ctrl;
	THSENS_CTRL = ctrl |= THSENS_CTRL_CLKEN;
	THSENS_CTRL = ctrl |= THSENS_CTRL_SRSTN;
	THSENS_CTRL = ctrl |= THSENS_CTRL_PDN;
	delay_us(THSENS_STARTUP_US);
}

void thsens_stop(void)
{
	THSENS_CTRL = 0;
}

uint32_t thsens_degrees(void)
{
	return THSENS_STATUS & THSENS_STATUS_DATA;
}

int thsens_fresh(void)
{
	uint32_t start = cycles32();
	do {
		/* Reading STATUS clears UPD: take DATA from the same read. */
		uint32_t status = THSENS_STATUS;
		if (status & THSENS_STATUS_UPD)
			return (int)(status & THSENS_STATUS_DATA);
	} while (cycles32() - start < 2 * THSENS_CONVERSION_US * CYCLES_PER_US);
	return -1;
}
