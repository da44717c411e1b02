/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "events.h"

static struct counts difference(struct counts a, struct counts b)
{
	return (struct counts){ a.ccnt - b.ccnt, a.icnt - b.icnt, a.m1 - b.m1, a.m2 - b.m2, a.m3 - b.m3 };
}

static void leave(void)
{
}

struct counts count_after(void (*prepare)(void), uint32_t selection, kernel_fn *kernel, void *data)
{
	struct counts base, with;
	measure(selection, kernel_empty, &base, data);
	measure(selection, kernel_empty, &base, data);
	prepare();
	measure(selection, kernel, &with, data);
	return difference(with, base);
}

struct counts count(uint32_t selection, kernel_fn *kernel, void *data)
{
	struct counts warm;
	measure(selection, kernel, &warm, data);
	return count_after(leave, selection, kernel, data);
}
