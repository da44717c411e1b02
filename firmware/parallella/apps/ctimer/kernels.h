/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef KERNELS_H
#define KERNELS_H
#include "ctimer.h"

typedef uint32_t kernel_function(uint32_t on, uint32_t off, volatile void *p);

struct kernel {
	const char *name;
	kernel_function *once, *five_times;
};
#define KERNEL(name) ({ extern kernel_function name##_1, name##_5; \
	(struct kernel){ #name, name##_1, name##_5 }; })

/* What four bodies of the kernel count. */
uint32_t four_bodies(struct kernel k, enum ctimer_event event, volatile void *p);

/* How many values a register of this core did not hold. */
uint32_t registers_missed(void);
/* Every event by which code counts; stops, interrupts and idle; the mesh. */
void check_code(void);
void check_timers(void);
void check_traffic(void);
/* Core 1 runs, and says what it has found of its registers. Before the counts: its word disturbs a bank. */
int neighbour_runs(void);
/* What core 1 does; `missed` is what it has found of its registers. */
void make_traffic(uint32_t missed);
#endif
