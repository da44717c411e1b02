/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "check.h"
#include "interrupts.h"
#include "printf.h"

static INTERRUPT void on_ctimer0(void)
{
	note(3);
}

static INTERRUPT void on_dma0(void)
{
	note(6);
}

static volatile uint32_t ilat_in_handler, ipend_in_handler, gid_in_handler;

static INTERRUPT void on_user(void)
{
	note(9);
	ilat_in_handler = MOVFS(ilat);
	ipend_in_handler = MOVFS(ipend);
}

/* In assembly the handler sees GID before anybody clears it. */
extern void user_sees_status(void);
volatile uint32_t status_in_handler, iret_in_handler;

static void attach(void)
{
	interrupt_attach(IRQ_CTIMER0, on_ctimer0);
	interrupt_attach(IRQ_DMA0, on_dma0);
	interrupt_attach(IRQ_USER, on_user);
	MOVTS(ilatcl, IRQ_ALL);
	MOVTS(imask, IRQ_ALL & ~(1u << IRQ_CTIMER0 | 1u << IRQ_DMA0 | 1u << IRQ_USER));
}

void test_requests(void)
{
	printf("requests\n");
	attach();
	MOVTS(ilatst, 1u << IRQ_USER);
	wait_a_little();
	check_equal("by ILATST", told(), 9);
	check_equal("ILAT in the handler", ilat_in_handler, 0);
	check_equal("IPEND in the handler", ipend_in_handler, 1u << IRQ_USER);
	check_equal("IPEND after", MOVFS(ipend), 0);
	interrupt_raise(0, IRQ_USER);
	wait_a_little();
	check_equal("by the global address", told(), 9);

	interrupt_mask(IRQ_USER);
	MOVTS(ilatst, 1u << IRQ_USER);
	MOVTS(ilatst, 1u << IRQ_USER);
	wait_a_little();
	check_equal("masked: nothing happens", told(), 0);
	check_equal("but ILAT holds it", MOVFS(ilat), 1u << IRQ_USER);
	interrupt_unmask(IRQ_USER);
	wait_a_little();
	check_equal("the second of two is lost", told(), 9);

	interrupt_mask(IRQ_USER);
	MOVTS(ilatst, 1u << IRQ_USER);
	MOVTS(ilatcl, 1u << IRQ_USER);
	interrupt_unmask(IRQ_USER);
	wait_a_little();
	check_equal("ILATCL takes it back", told(), 0);

	__asm__ volatile("gid");
	MOVTS(ilatst, 1u << IRQ_USER | 1u << IRQ_DMA0 | 1u << IRQ_CTIMER0);
	wait_a_little();
	check_equal("GID holds all back", told(), 0);
	__asm__ volatile("gie");
	wait_a_little();
	check_equal("by priority", told(), 0x369);

	interrupt_attach(IRQ_USER, user_sees_status);
	MOVTS(ilatst, 1u << IRQ_USER);
	wait_a_little();
	check_equal("GID and ACTIVE in the handler", status_in_handler & 3, 3);
	check_equal("GID after", MOVFS(status) >> 1 & 1, 0);
	check_range("IRET lies in the code", iret_in_handler, 0x100, 0x7FFF);
	MOVTS(imask, IRQ_ALL);
}
