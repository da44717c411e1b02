/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "usermode.h"
#include "regs.h"
#include "trap.h"

#define BACK_TO_SUPERVISOR 16 /* ta 16, usermode_enter.S */

void usermode_enter(void (*fn)(void));

static void on_back(struct trap_frame *frame)
{
	frame->psr |= PSR_PS; /* RETT copies PS to S */
	trap_skip(frame);
}

void user_call(void (*fn)(void))
{
	trap_set(TT_TICC(BACK_TO_SUPERVISOR), on_back);
	usermode_enter(fn);
}
