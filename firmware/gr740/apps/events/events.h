/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef EVENTS_H
#define EVENTS_H
#include <stdint.h>

typedef void kernel_fn(void);

uint32_t measure(volatile uint32_t *cctrl, uint32_t on, volatile uint32_t *cval, kernel_fn *kernel);
kernel_fn kernel_empty, kernel_nops_400, kernel_mixed, kernel_types, kernel_loads_stores, kernel_branches,
	kernel_branch_always, kernel_mispredicted, kernel_predicted, kernel_calls, kernel_spaced_calls,
	kernel_code_lines, kernel_load_lines, kernel_load_far_lines, kernel_one_slow_load, kernel_store_bytes,
	kernel_store_halves, kernel_store_words, kernel_store_doubles, kernel_stores_32, kernel_atomics_16,
	kernel_page_calls, kernel_page_loads;
extern uint32_t page_of_returns[];

/* What the caches hold when the kernel is measured. */
enum prepare {
	WARM,    /* code and data in L1 */
	COLD_D,  /* code in L1, data in L2 only */
	COLD_L2, /* code in L1, data in SDRAM only */
	COLD_I,  /* neither code nor data in L1, both in L2 */
	TLB,     /* MMU on, TLB empty but for the harness */
};
void prepare(enum prepare how, kernel_fn *kernel);

/* CCTRL of counter 0 for an event of a CPU or master, with further bits. */
uint32_t control(uint32_t event, uint32_t cpu, uint32_t options);
/* Events that the kernel causes, the empty kernel's taken off. */
uint32_t count(uint32_t event, uint32_t options, enum prepare how, kernel_fn *kernel);

void test_table(void);
void test_tlb(void);
void test_modes(void);
void test_cores(void);
#endif
