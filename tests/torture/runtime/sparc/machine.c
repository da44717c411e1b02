/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* LEON3 and LEON4: console, end of the run, traps. Linked with the trap table and the window handlers
   of the GR740 firmware. */
#include "machine.h"
#include "math.h"
#include "trap.h"

/* Base of the APBUART: an absolute symbol, set when the program is linked. */
extern volatile uint32_t uart_base[];

#define STATUS_TS 2u /* transmit shift register empty */
#define STATUS_TE 4u /* transmit FIFO empty */

void machine_put(char c)
{
	while (!(uart_base[1] & STATUS_TE))
		;
	uart_base[0] = (uint8_t)c;
}

void machine_exit(int status)
{
	while ((uart_base[1] & (STATUS_TS | STATUS_TE)) != (STATUS_TS | STATUS_TE))
		;
	void error_mode(int) __attribute__((noreturn)); /* start.S */
	error_mode(status);
}

#define TT_FP_EXCEPTION 0x08
#define TT_DIVISION_BY_ZERO 0x2a

/* Called by trap_common with traps on. */
void trap_dispatch(struct trap_frame *frame)
{
	if (frame->tt == TT_FP_EXCEPTION || frame->tt == TT_DIVISION_BY_ZERO)
		raise_fpe();
	report_trap(frame->tt, frame->pc);
}

/* FSQRTD. */
double sqrt(double x)
{
	return __builtin_sqrt(x);
}
