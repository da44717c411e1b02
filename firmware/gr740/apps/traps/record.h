/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Provoking a trap and looking at what was reported. */
#ifndef RECORD_H
#define RECORD_H
#include "trap.h"

struct seen {
	uint32_t count, tt, pc, npc, psr, fsr, fq[2];
};
extern volatile struct seen seen;

/* Behind the instruction that trapped, or at the same one again (after an
   imprecise or repaired trap), or at an address. */
enum resume { RESUME_SKIP, RESUME_RETRY, RESUME_AT };

/* Clears `seen` and has `handler` called for type tt; any other synchronous trap
   is recorded, too, and skipped, so that a wrong type is a failed check and not
   the end of the run. record_end restores the defaults. */
void record_begin(uint32_t tt, trap_handler *handler, enum resume how, uint32_t at);
void record_end(void);
void record(struct trap_frame *frame);

/* Calls `provoke` and checks that exactly one trap came, with these values. */
void expect_trap(const char *name, void (*provoke)(void), uint32_t tt, const void *pc, const void *npc);
void expect_none(const char *name, void (*provoke)(void), uint32_t tt);

/* The parts of the program, one file each. */
void test_synchronous(void);
void test_windows(void);
void test_fpu(void);
void test_interrupts(void);
void test_watchpoints(void);
void test_mmu(void);

/* Declares the labels of provoke.S. */
#define PROVOKE(name) \
	void name(void); \
	extern const char name##_at[], name##_next[]
#endif
