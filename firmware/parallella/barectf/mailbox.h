/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What a core and the host tell each other beside packets; the table is in ../README.md. */
#ifndef MAILBOX_H
#define MAILBOX_H
#include "core.h"

enum mailbox_state { MAILBOX_DOWN, MAILBOX_READY, MAILBOX_FINISHED };
#define MAILBOX_STOP 0xFFFFFFFFu

struct mailbox {
	volatile uint32_t request;
	volatile uint32_t ack;
	volatile uint32_t state;
	volatile uint32_t attempted;
	volatile uint32_t discarded;
	volatile uint32_t packets;
	volatile uint32_t work;
	uint32_t reserved;
	/* GCC aligns arrays within structures to 8. */
	uint32_t more[8];
};
_Static_assert(sizeof(struct mailbox) == 64, "the host counts on 64 bytes a core");

#define MAILBOXES ((struct mailbox *)0x8E800000)

static inline struct mailbox *own_mailbox(void)
{
	return &MAILBOXES[core_number()];
}
#endif
