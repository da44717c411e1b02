/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef INTERRUPTS_H
#define INTERRUPTS_H
#include "interrupt.h"
#include "smp.h"

/* Handlers write down what they see; order[] is the story. */
struct log {
	volatile uint32_t entries;
	volatile uint32_t order[16];
};
extern struct log story;

void note(uint32_t what);
/* Digits of the story, first one highest, and an empty book after. */
uint32_t told(void);
void wait_a_little(void);

void test_requests(void);
void test_nesting(void);
void test_sleep(void);
void test_exceptions(void);
void test_protection(void);
/* All cores take part. */
void test_other_cores(void);
#endif
