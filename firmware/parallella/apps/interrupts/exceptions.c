/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Software exceptions: interrupt 1 with the cause in STATUS[19:16]. */
#include "check.h"
#include "interrupts.h"
#include "printf.h"

extern void exception_handler(void);
extern void cause_swi(void), cause_unimplemented(void), cause_invalid(void);
extern void cause_load(const volatile void *at), cause_store(volatile void *at);

volatile uint32_t exceptions, exception_status;
static uint32_t words[4];

static void check_exception(const char *what, uint32_t cause)
{
	check_equal(what, exceptions == 1 ? exception_status >> 16 & 15 : 0xBAD + exceptions, cause);
	exceptions = 0;
	MOVTS(status, MOVFS(status) & ~(uint32_t)STATUS_EXCAUSE);
}

void test_exceptions(void)
{
	printf("EXCAUSE\n");
	interrupt_attach(IRQ_EXCEPTION, exception_handler);
	MOVTS(ilatcl, IRQ_ALL);
	interrupt_unmask(IRQ_EXCEPTION);
	cause_swi();
	check_exception("SWI", 1);
	cause_load((uint8_t *)words + 1);
	check_exception("unaligned load", 2);
	cause_store((uint8_t *)words + 2);
	check_exception("unaligned store", 2);
	cause_unimplemented();
	check_exception("UNIMPL", 4);
	cause_invalid();
	check_equal("invalid operation, not enabled", exceptions, 0);
	uint32_t config = MOVFS(config);
	MOVTS(config, config | CONFIG_IEN);
	cause_invalid();
	MOVTS(config, config);
	check_exception("invalid operation, enabled", 3);
	interrupt_mask(IRQ_EXCEPTION);
}

static volatile uint32_t faults;

static INTERRUPT void on_fault(void)
{
	faults++;
}

/* The eighth page of 4 KiB holds the stack; the fifth holds this. */
static BANK2 volatile uint32_t page[1024];

void test_protection(void)
{
	printf("memory protection\n");
	volatile uint32_t *memprotect = reg_at(0, REG_MEMPROTECT), *memstatus = reg_at(0, REG_MEMSTATUS);
	uint32_t bit = 1u << ((uint32_t)page >> 12);
	interrupt_attach(IRQ_MEMORY_FAULT, on_fault);
	interrupt_unmask(IRQ_MEMORY_FAULT);
	page[5] = 77;
	*memprotect = bit;
	while (*memprotect != bit)
		;
	page[5] = 78;
	wait_a_little();
	check_equal("a store into a protected page: interrupts", faults, 1);
	check_equal("MEMSTATUS: fault", *memstatus >> 2 & 1, 1);
	check_equal("the word keeps its value", page[5], 77);
	*memprotect = 0;
	while (*memprotect)
		;
	*memstatus = 0;
	page[5] = 79;
	wait_a_little();
	check_equal("without protection", page[5] + faults, 80);
	interrupt_mask(IRQ_MEMORY_FAULT);
}
