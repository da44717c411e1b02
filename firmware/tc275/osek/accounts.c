/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Whose counts are whose: differences of the counters from one change of accounts to the next. */
#include "counters.h"
#include "os.h"

struct os_account os_accounts[OS_ACCOUNTS];
static struct counts since;
static uint8_t charged = OS_KERNEL;

/* The counters have 31 bits; an account is not left for less than 2^31 cycles. */
static uint32_t passed(uint32_t from, uint32_t to)
{
	return (to - from) & COUNTER_VALUE;
}

uint8_t os_charge(uint8_t to)
{
	struct counts now = counters_read();
	uint8_t was = charged;
	struct os_account *account = &os_accounts[was];
	account->cycles += passed(since.ccnt, now.ccnt);
	account->instructions += passed(since.icnt, now.icnt);
	account->m1 += passed(since.m1, now.m1);
	account->m2 += passed(since.m2, now.m2);
	account->m3 += passed(since.m3, now.m3);
	account->left++;
	since = now;
	charged = to;
	return was;
}

void os_count(uint32_t selection)
{
	for (uint32_t i = 0; i < OS_ACCOUNTS; i++)
		os_accounts[i] = (struct os_account){ 0 };
	charged = OS_KERNEL;
	counters_clear();
	since = (struct counts){ 0 };
	counters_start(selection);
}
