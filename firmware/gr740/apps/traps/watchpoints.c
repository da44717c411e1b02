/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The first of four watchpoints: %asr24 address and IF, %asr25 mask, DL, DS. */
#include "check.h"
#include "record.h"
#include <stddef.h>

PROVOKE(watched_fetch);
PROVOKE(watched_load);
PROVOKE(watched_store);
extern uint32_t watched_word;

#define WATCH_FETCH 1u /* in %asr24 */
#define WATCH_LOAD 2u  /* in %asr25 */
#define WATCH_STORE 1u
#define WHOLE_WORD 0xFFFFFFFCu

/* Disarmed first, and the mask before IF: with the mask still 0, IF would match
   every fetch, the handler's too. DL and DS come last. */
static void watch(uint32_t address, uint32_t mask)
{
	__asm__ volatile("wr %%g0, 0, %%asr24; wr %0, 0, %%asr25; wr %1, 0, %%asr24; wr %2, 0, %%asr25; "
			 "nop; nop; nop" ::"r"(mask & WHOLE_WORD),
			 "r"(address), "r"(mask)
			 : "memory");
}

/* Off, and the instruction again. */
static void on_watchpoint(struct trap_frame *frame)
{
	record(frame);
	watch(0, 0);
}

static void expect_watch(const char *name, void (*provoke)(void), uint32_t address, uint32_t mask, const void *at)
{
	record_begin(0x0B, on_watchpoint, RESUME_RETRY, 0);
	watch(address, mask);
	provoke();
	watch(0, 0);
	record_end();
	check_equal(name, seen.count, 1);
	check_equal("  pc", seen.pc, (uint32_t)at);
	check_equal("  npc", seen.npc, (uint32_t)at + 4);
}

void test_watchpoints(void)
{
	uint32_t word = (uint32_t)&watched_word;
	expect_watch("watchpoint on fetch", watched_fetch, (uint32_t)watched_fetch_at | WATCH_FETCH, WHOLE_WORD,
		     watched_fetch_at);
	expect_watch("watchpoint on load", watched_load, word, WHOLE_WORD | WATCH_LOAD, watched_load_at);
	expect_watch("watchpoint on store", watched_store, word, WHOLE_WORD | WATCH_STORE, watched_store_at);
	check_equal("  store done afterwards", watched_word, 0);

	record_begin(0x0B, on_watchpoint, RESUME_RETRY, 0);
	watch(word, WHOLE_WORD | WATCH_STORE);
	watched_load();
	watch(0, 0);
	record_end();
	check_equal("load does not hit a store watchpoint", seen.count, 0);
}
