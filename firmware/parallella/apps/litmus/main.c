/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Which orders of accesses hold and which do not. What the documents guarantee is checked; of what they do not,
   the outcomes are counted, in litmus_results too. */
#include "check.h"
#include "litmus.h"
#include "printf.h"

static const struct {
	const char *name;
	uint32_t guaranteed;
} tests[TESTS] = {
	[SAME_TARGET] = { "data and flag to one core", 1 },
	[SAME_EXTERNAL] = { "data and flag to external memory", 1 },
	[SAME_WORD] = { "two writes to one word", 1 },
	[READ_BACK] = { "write to a core, read back", 0 },
	[READ_BACK_EXTERNAL] = { "write to external memory, read back", 0 },
	[TWO_TARGETS] = { "data to a core, flag to another", 0 },
	[EXTERNAL_AND_CORE] = { "data to external memory, flag to a core", 0 },
	[STORE_BUFFERS] = { "two cores write, then read the other's", 0 },
};

int main(void)
{
	run_tests();
	if (core_number())
		return 0;
	printf("%u rounds each: new value seen, old value seen\n", ROUNDS);
	for (uint32_t t = 0; t < TESTS; t++) {
		struct outcomes o = litmus_results.outcomes[t];
		printf("%-42s %3u %3u%s\n", tests[t].name, o.fresh, o.stale, tests[t].guaranteed ? ", guaranteed" : "");
		check_count(tests[t].name, !tests[t].guaranteed || o.stale == 0);
		check_count("all rounds counted", o.fresh + o.stale == (t == STORE_BUFFERS ? 2 * ROUNDS : ROUNDS));
	}
	printf("%-42s     %3u\n", "both saw the old one", litmus_results.both_stale);
	return check_result();
}
