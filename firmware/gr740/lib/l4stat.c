/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "l4stat.h"
#include "clkgate.h"
#include <stddef.h>

static int ready;

void l4stat_init(void)
{
	clkgate_enable(CLKGATE_L4STAT);
	for (unsigned int n = 0; n < L4STAT_COUNTERS; n++) {
		L4STAT_CCTRL(n) = 0;
		L4STAT_CVAL(n) = 0;
		L4STAT_CSVAL(n) = 0;
	}
	ready = 1;
}

static int usable(unsigned int counter)
{
	return ready && counter < L4STAT_COUNTERS;
}

/* The feature bit of CCTRL that an event or option needs, 0 for none. */
static uint32_t feature(int event)
{
	if (event == L4STAT_AHB_UTIL_MASTER || event == L4STAT_AHB_UTIL_TOTAL)
		return L4STAT_IA;
	if (event >= 0x40 && event < 0x60)
		return L4STAT_DS;
	if (event >= 0x60 && event < 0x70)
		return L4STAT_EE;
	if (event >= 0x70 && event < 0x80)
		return L4STAT_AE;
	return 0;
}

int l4stat_counter_enable(unsigned int counter, int event, int cpu, int options)
{
	const int levels = L4STAT_OPTIONS_EVENT_LEVEL_ENABLE | L4STAT_OPTIONS_MAXIMUM_DURATION;
	if (!usable(counter) || event < 0 || event >= 0x80 || cpu < 0 || cpu > 15)
		return L4STAT_ERR_EINVAL;
	uint32_t present = L4STAT_CCTRL(counter);
	uint32_t needed = feature(event) | (options & levels ? L4STAT_MC : 0);
	if ((present & needed) != needed)
		return L4STAT_ERR_IMPLEMENTED;
	L4STAT_CCTRL(counter) = ((uint32_t)options & ~0xFFFu) | (uint32_t)event << L4STAT_EVENT_SHIFT |
				(uint32_t)cpu | L4STAT_EN;
	return L4STAT_ERR_OK;
}

int l4stat_counter_disable(unsigned int counter)
{
	if (!usable(counter))
		return L4STAT_ERR_EINVAL;
	L4STAT_CCTRL(counter) = 0;
	return L4STAT_ERR_OK;
}

int l4stat_counter_get(unsigned int counter, uint32_t *value)
{
	if (!usable(counter) || value == NULL)
		return L4STAT_ERR_EINVAL;
	*value = L4STAT_CVAL(counter);
	return L4STAT_ERR_OK;
}

int l4stat_counter_set(unsigned int counter, uint32_t value)
{
	if (!usable(counter))
		return L4STAT_ERR_EINVAL;
	L4STAT_CVAL(counter) = value;
	return L4STAT_ERR_OK;
}

int l4stat_counter_clear(unsigned int counter)
{
	return l4stat_counter_set(counter, 0);
}

int l4stat_counter_max_get(unsigned int counter, uint32_t *value)
{
	if (!usable(counter) || value == NULL)
		return L4STAT_ERR_EINVAL;
	*value = L4STAT_CSVAL(counter);
	return L4STAT_ERR_OK;
}

int l4stat_counter_max_set(unsigned int counter, uint32_t value)
{
	if (!usable(counter))
		return L4STAT_ERR_EINVAL;
	L4STAT_CSVAL(counter) = value;
	return L4STAT_ERR_OK;
}

int l4stat_tstamp_get(uint32_t *value)
{
	if (!ready || value == NULL)
		return L4STAT_ERR_EINVAL;
	*value = L4STAT_TSTAMP;
	return L4STAT_ERR_OK;
}

int l4stat_tstamp_set(uint32_t value)
{
	if (!ready)
		return L4STAT_ERR_EINVAL;
	L4STAT_TSTAMP = value;
	return L4STAT_ERR_OK;
}
