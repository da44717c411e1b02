/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Interrupts: requests and their loss, priorities, nesting, sleep, software exceptions, memory protection, other
   cores, WAND and SYNC. */
#include "check.h"
#include "interrupts.h"

struct log story;

void note(uint32_t what)
{
	story.order[story.entries++ & 15] = what;
}

uint32_t told(void)
{
	uint32_t digits = 0;
	for (uint32_t i = 0; i < story.entries; i++)
		digits = digits << 4 | story.order[i];
	story.entries = 0;
	return digits;
}

void wait_a_little(void)
{
	for (uint32_t i = 0; i < 50; i++)
		__asm__ volatile("nop");
}

int main(void)
{
	if (core_number() == 0) {
		test_requests();
		test_nesting();
		test_sleep();
		test_exceptions();
		test_protection();
	}
	test_other_cores();
	return core_number() ? 0 : check_result();
}
