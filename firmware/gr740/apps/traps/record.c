/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "record.h"
#include "check.h"
#include "printf.h"
#include <stddef.h>

volatile struct seen seen;

static enum resume resume;
static uint32_t resume_at, expected_tt;

static void for_all(trap_handler *handler)
{
	static const uint8_t types[] = { 0x01, 0x02, 0x03, 0x04, 0x07, 0x08, 0x09,
					 0x0A, 0x0B, 0x24, 0x28, 0x2A, 0x2B };
	for (uint32_t i = 0; i < sizeof types; i++)
		trap_set(types[i], handler);
}

void record_begin(uint32_t tt, trap_handler *handler, enum resume how, uint32_t at)
{
	resume = how;
	resume_at = at;
	expected_tt = tt;
	seen.count = 0;
	seen.tt = seen.pc = seen.npc = 0;
	for_all(record);
	trap_set(tt, handler);
}

void record_end(void)
{
	for_all(NULL);
	trap_set(expected_tt, NULL);
}

void record(struct trap_frame *frame)
{
	seen.count++;
	seen.tt = frame->tt;
	seen.pc = frame->pc;
	seen.npc = frame->npc;
	seen.psr = frame->psr;
	seen.fsr = frame->fsr;
	seen.fq[0] = frame->fq[0];
	seen.fq[1] = frame->fq[1];
	if (resume == RESUME_SKIP || frame->tt != expected_tt)
		trap_skip(frame);
	else if (resume == RESUME_AT) {
		frame->pc = resume_at;
		frame->npc = resume_at + 4;
	}
}

void expect_trap(const char *name, void (*provoke)(void), uint32_t tt, const void *pc, const void *npc)
{
	record_begin(tt, record, RESUME_SKIP, 0);
	provoke();
	record_end();
	int good = seen.count == 1 && seen.tt == tt && seen.pc == (uint32_t)pc && seen.npc == (uint32_t)npc;
	if (!good)
		printf("  %s: %u traps, tt %02x pc %08x npc %08x, expected tt %02x pc %08x npc %08x\n", name,
		       seen.count, seen.tt, seen.pc, seen.npc, tt, (uint32_t)pc, (uint32_t)npc);
	check_true(name, good);
}

void expect_none(const char *name, void (*provoke)(void), uint32_t tt)
{
	record_begin(tt, record, RESUME_SKIP, 0);
	provoke();
	record_end();
	check_true(name, seen.count == 0);
}
