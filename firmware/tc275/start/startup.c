/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What the cores do between start.S and the program. */
#include "asclin.h"
#include "clock.h"
#include "exit.h"
#include "smp.h"

/* Tables that the linker script makes. */
struct copy {
	const uint32_t *from;
	uint32_t *to;
	uint32_t bytes;
};
struct clear {
	uint32_t *to;
	uint32_t bytes;
};
extern const struct copy __copy_table[], __copy_table_end[];
extern const struct clear __clear_table[], __clear_table_end[];
extern const uint8_t __home_core[]; /* an absolute symbol: its address is the value */

extern void core_entry(void);

typedef void companion(void);

uint32_t home_core(void)
{
	return (uint32_t)__home_core;
}

static companion *companion_of(uint32_t core)
{
	return core == 0 ? main_cpu0 : core == 1 ? main_cpu1 : main_cpu2;
}

/* On cpu0, before anything may use data. */
void startup(void)
{
	clock_init();
	for (const struct copy *c = __copy_table; c < __copy_table_end; c++)
		for (uint32_t i = 0; i < c->bytes / 4; i++)
			c->to[i] = c->from[i];
	for (const struct clear *c = __clear_table; c < __clear_table_end; c++)
		for (uint32_t i = 0; i < c->bytes / 4; i++)
			c->to[i] = 0;
	dsync();
	asclin_init();
	for (uint32_t core = 1; core < CORES; core++)
		if (core == home_core() || companion_of(core))
			core_start(core, core_entry);
}

void core_main(void)
{
	uint32_t core = core_index();
	if (core == home_core())
		exit(main());
	companion *other = companion_of(core);
	if (other)
		other();
	core_sleep();
}
