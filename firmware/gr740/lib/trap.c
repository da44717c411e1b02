/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "trap.h"
#include "exit.h"
#include "frame.h"
#include "printf.h"
#include "regs.h"
#include "uart.h"
#include <stddef.h>

_Static_assert(sizeof(struct trap_frame) == FRAME_BYTES, "frame.h: size");
_Static_assert(offsetof(struct trap_frame, fsr) == FRAME_FSR, "frame.h: fsr");
_Static_assert(offsetof(struct trap_frame, fq) == FRAME_FQ, "frame.h: fq");
_Static_assert(offsetof(struct trap_frame, g) == FRAME_G, "frame.h: g");
_Static_assert(offsetof(struct trap_frame, f) == FRAME_F, "frame.h: f");

static trap_handler *handlers[256];

void trap_set(uint32_t tt, trap_handler *handler)
{
	handlers[tt & 0xFF] = handler;
}

static void put_hex(const char *name, uint32_t value)
{
	puts_raw(name);
	for (int shift = 28; shift >= 0; shift -= 4)
		uart_putc("0123456789abcdef"[value >> shift & 15]);
}

/* Called by trap_common with traps on. */
void trap_dispatch(struct trap_frame *frame)
{
	trap_handler *handler = handlers[frame->tt];
	if (handler) {
		handler(frame);
		return;
	}
	/* No printf: its lock may be held by the code that trapped. */
	put_hex("\nunexpected trap: cpu=", cpu_index());
	put_hex(" tt=", frame->tt);
	put_hex(" pc=", frame->pc);
	put_hex(" npc=", frame->npc);
	put_hex(" psr=", frame->psr);
	puts_raw("\n");
	uart_drain();
	machine_exit_after_trap();
}
