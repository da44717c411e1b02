/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "latency.h"
#include "printf.h"

static const char *const heads[] = { "cycles", "instr", "ip-stall", "ls-stall", "multi", "branch", "pmem",
				     "dmem", "d-hit", "d-clean", "d-dirty", "p-hit", "p-miss" };

void nothing(void)
{
}

static uint32_t events(uint32_t group)
{
	return CCTRL_M1(group) | CCTRL_M2(group) | CCTRL_M3(group);
}

static void print(uint32_t count, uint32_t rounds)
{
	/* What surrounds the kernel is taken off: code that is not cached has no hits to take it from. */
	if ((int32_t)count < 0)
		count = 0;
	uint32_t thousandths = (uint32_t)(((uint64_t)count * 1000 + rounds / 2) / rounds);
	printf(" %4u.%03u", thousandths / 1000, thousandths % 1000);
}

void row_after(const char *what, void (*prepare)(void), kernel_fn *kernel, void *data, uint32_t rounds)
{
	struct counts by_group[4];
	for (uint32_t group = 0; group < 4; group++) {
		struct counts warm;
		if (prepare == nothing)
			measure(0, kernel, &warm, data);
		by_group[group] = count_after(prepare, events(group), kernel, data);
	}
	const uint32_t shown[] = { by_group[0].ccnt, by_group[0].icnt, by_group[0].m1, by_group[0].m2,
				   by_group[1].m3,   by_group[3].m1,   by_group[3].m2, by_group[3].m3,
				   by_group[2].m1,   by_group[2].m2,   by_group[2].m3, by_group[1].m1,
				   by_group[1].m2 };
	printf("%s %-32s", core_index() ? "P" : "E", what);
	for (uint32_t i = 0; i < sizeof shown / sizeof shown[0]; i++)
		print(shown[i], rounds);
	printf("\n");
}

void row(const char *what, kernel_fn *kernel, void *data, uint32_t rounds)
{
	row_after(what, nothing, kernel, data, rounds);
}

void heading(const char *what)
{
	printf("  %-32s", what);
	for (uint32_t i = 0; i < sizeof heads / sizeof heads[0]; i++)
		printf(" %8s", heads[i]);
	printf("\n");
}
