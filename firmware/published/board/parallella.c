/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Parallella: a core's own event counter. It stops after seven seconds. */
#include "clock.h"
#include "ctimer.h"

int published_main(void);

uint32_t clock_now(void)
{
	return cycles();
}

int main(void)
{
	cycles_start();
	return published_main();
}
