/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* TC275: the system timer, and a program on a core whose DSPR does not have its data. */
#include "clock.h"
#include "exit.h"
#include "smp.h"
#include "stm.h"

int published_main(void);

uint32_t clock_now(void)
{
	return STM_TIM0(0);
}

/* What the compiler makes of code that follows a null pointer; none is reached. */
void abort(void)
{
	exit(2);
}

#if ELSEWHERE
enum { RUNNING = -1 };
static volatile int status = RUNNING;

void RUN_ON(void)
{
	status = published_main();
	dsync();
}

int main(void)
{
	/* Rarely: the data is in this core's DSPR, and the other one is being timed. */
	while (status == RUNNING)
		for (int i = 0; i < 10000; i++)
			nop();
	return status;
}
#else
int main(void)
{
	return published_main();
}
#endif
