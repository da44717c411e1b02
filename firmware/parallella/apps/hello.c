/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Every core leaves a greeting in the shared DRAM; core 0 prints them. */
#include "printf.h"
#include "smp.h"

struct greeting {
	char text[24];
	uint32_t id;
	volatile uint32_t there;
};

static SHARED struct greeting greetings[CORES];

static void write_text(char *to, const char *text)
{
	while ((*to++ = *text++))
		;
}

int main(void)
{
	uint32_t self = core_number();
	struct greeting *g = &greetings[self];
	write_text(g->text, "Hello from core");
	g->id = MOVFS(coreid);
	/* All writes to external memory take the same way, so the flag comes last. */
	g->there = 1;
	if (self)
		return 0;
	for (uint32_t i = 0; i < CORES; i++) {
		while (!greetings[i].there)
			;
		printf("%s %u (0x%x)\n", greetings[i].text, i, greetings[i].id);
	}
	return 0;
}
