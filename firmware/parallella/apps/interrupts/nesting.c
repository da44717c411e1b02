/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* GCC's handlers save IRET and STATUS and clear GID, so more urgent ones come in between. */
#include "check.h"
#include "interrupts.h"
#include "printf.h"

static INTERRUPT void inner(void)
{
	note(3);
	/* Less urgent than this one: waits. */
	MOVTS(ilatst, 1u << IRQ_DMA1);
	wait_a_little();
	note(4);
}

static INTERRUPT void between(void)
{
	note(7);
}

static volatile uint32_t again;

static INTERRUPT void outer(void)
{
	note(1);
	if (again) {
		/* Its own number waits until the handler is done. */
		again = 0;
		MOVTS(ilatst, 1u << IRQ_USER);
		wait_a_little();
	} else {
		MOVTS(ilatst, 1u << IRQ_CTIMER0);
		wait_a_little();
	}
	note(2);
}

void test_nesting(void)
{
	printf("nesting\n");
	interrupt_attach(IRQ_CTIMER0, inner);
	interrupt_attach(IRQ_DMA1, between);
	interrupt_attach(IRQ_USER, outer);
	MOVTS(ilatcl, IRQ_ALL);
	MOVTS(imask, IRQ_ALL & ~(1u << IRQ_CTIMER0 | 1u << IRQ_DMA1 | 1u << IRQ_USER));
	again = 0;
	MOVTS(ilatst, 1u << IRQ_USER);
	wait_a_little();
	check_equal("3 within 9, 7 after 3, back in 9", told(), 0x13472);
	again = 1;
	MOVTS(ilatst, 1u << IRQ_USER);
	wait_a_little();
	/* The second run of the handler raises CTIMER0 as before. */
	check_equal("9 during 9 comes after it", told(), 0x12134u << 8 | 0x72);
	check_equal("nothing in service", MOVFS(ipend), 0);
	MOVTS(imask, IRQ_ALL);
}
