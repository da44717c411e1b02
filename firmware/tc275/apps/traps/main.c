/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Traps that software can provoke: class, TIN, return PC; and that the program goes on after each. Not
   provoked: VAF and VAP (no MMU), UOPC (no such instruction), PIE and DIE (memory errors), CAE and TAE (FPU
   and temporal protection traps). */
#include "traps.h"
#include "check.h"
#include "printf.h"

static volatile uint32_t seen_class_tin, seen_pc, seen_psw, seen_times;
static const struct trap_case *volatile current;

static uint32_t record(uint32_t class, uint32_t tin, uint32_t pc)
{
	volatile uint32_t *context = trap_context();
	seen_class_tin = class << 8 | tin;
	seen_pc = pc;
	seen_psw = context[1];
	seen_times++;
	context[1] = PSW_INITIAL;
	return current->resume;
}

void trap_case_check(const struct trap_case *c)
{
	seen_class_tin = 0;
	seen_times = 0;
	current = c;
	for (uint32_t class = 0; class < TRAP_CLASSES; class++)
		trap_set(class, record);
	c->run();
	for (uint32_t class = 0; class < TRAP_CLASSES; class++)
		trap_set(class, 0);
	int good = seen_times == 1 && seen_class_tin == c->class_tin && (!c->at || seen_pc == c->at);
	printf("  %-38s class %u TIN %u pc %08x  %s\n", c->text, seen_class_tin >> 8, seen_class_tin & 255, seen_pc,
	       good ? "OK" : "FAIL");
	if (!good)
		printf("    expected class %u TIN %u pc %08x once, seen %u times\n", c->class_tin >> 8,
		       c->class_tin & 255, c->at, seen_times);
	check_count(c->text, good);
}

int main(void)
{
	for (const struct trap_case *c = plain_cases; c < plain_cases_end; c++)
		trap_case_check(c);
	test_protection();
	test_nmi();
	test_underflow();
	test_exhaustion();
	return check_result();
}
