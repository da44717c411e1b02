/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef TRAPS_H
#define TRAPS_H
#include "trap.h"

/* One way to provoke a trap; the table is made in cases.S. */
struct trap_case {
	const char *text;
	void (*run)(void);
	uint32_t class_tin;
	uint32_t at;     /* return PC that the trap must have; 0: not defined, the trap is asynchronous */
	uint32_t resume; /* where the handler lets the core go on */
};
extern const struct trap_case plain_cases[], plain_cases_end[];
extern const struct trap_case protection_cases[], protection_cases_end[];

/* Runs a case with handlers for all classes and checks what came. */
void trap_case_check(const struct trap_case *c);

void test_protection(void);
void test_nmi(void);
void test_underflow(void);
void test_exhaustion(void);
#endif
