/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* How transfers end: interrupts here, interrupts there, and errors. */
#include "check.h"
#include "dma_tests.h"
#include "interrupt.h"
#include "printf.h"

static volatile uint32_t done0, done1;
static volatile uint32_t messages;
static REMOTE volatile uint32_t receiver_ready;
static REMOTE volatile uint32_t seen_by_receiver = 0;

static INTERRUPT void on_dma0(void)
{
	done0++;
}

static INTERRUPT void on_dma1(void)
{
	done1++;
}

static INTERRUPT void on_message(void)
{
	messages++;
}

void receive_message(void)
{
	interrupt_attach(IRQ_MESSAGE, on_message);
	interrupt_unmask(IRQ_MESSAGE);
	*(volatile uint32_t *)at_core(0, &receiver_ready) = 1;
	idle_until(&messages);
	/* The last item is there when the message comes. */
	uint32_t last = (uint32_t)target[63];
	*(volatile uint32_t *)at_core(0, &seen_by_receiver) = last == 0xCAFE ? 1 : 2;
}

static void test_interrupts(void)
{
	struct dma_descriptor d;
	static struct dma_descriptor chain[2];
	interrupt_attach(IRQ_DMA0, on_dma0);
	interrupt_attach(IRQ_DMA1, on_dma1);
	interrupt_unmask(IRQ_DMA0);
	interrupt_unmask(IRQ_DMA1);
	dma_describe(&d, target, source, 64, 3, DMA_IRQ);
	dma_start(0, &d);
	idle_until(&done0);
	check_equal("DMA0: interrupts", done0, 1);
	check_equal("DMA0: state", dma_state(0), DMA_STATE_IDLE);
	dma_start(1, &d);
	idle_until(&done1);
	check_equal("DMA1: interrupts", done1, 1);
	done0 = 0;
	dma_describe(&chain[1], target, source, 100, 3, DMA_IRQ);
	dma_describe(&chain[0], target, source, 100, 3, DMA_IRQ);
	chain[0].config = dma_config(chain[0].config | DMA_CHAIN, &chain[1]);
	run(0, &chain[0]);
	for (volatile uint32_t i = 0; i < 20; i++)
		;
	check_equal("one interrupt for each of a chain", done0, 2);
	interrupt_mask(IRQ_DMA0);
	interrupt_mask(IRQ_DMA1);
}

static void test_message(void)
{
	struct dma_descriptor d;
	while (!receiver_ready)
		;
	source[63] = 0xCAFE;
	dma_describe(&d, at_core(1, target), source, 64, 3, DMA_MESSAGE);
	run(0, &d);
	while (!seen_by_receiver)
		;
	check_equal("the receiver's interrupt comes with the last item", seen_by_receiver, 1);
	/* From elsewhere to here: idle only when the last item has come. */
	target[63] = 0;
	dma_describe(&d, target, at_core(1, target), 64, 3, DMA_MESSAGE);
	run(1, &d);
	check_equal("a message to oneself is complete when idle", (uint32_t)target[63], 0xCAFE);
}

static void test_errors(void)
{
	static struct dma_descriptor d;
	dma_describe(&d, target, source, 0, 3, 0);
	dma_start(0, &d);
	for (volatile uint32_t i = 0; i < 20; i++)
		;
	check_equal("no items: state", dma_state(0), DMA_STATE_ERROR);
	MOVTS(dma0config, 0);
	dma_describe(&d, target, source, 8, 3, 0);
	d.config &= ~(uint32_t)DMA_ENABLE;
	dma_start(1, &d);
	for (volatile uint32_t i = 0; i < 20; i++)
		;
	check_equal("not enabled: state", dma_state(1), DMA_STATE_ERROR);
	MOVTS(dma1config, 0);
}

void test_ends(void)
{
	printf("ends\n");
	test_interrupts();
	test_message();
	test_errors();
}
