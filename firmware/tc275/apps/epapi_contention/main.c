/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What cpu0 and cpu2 cost cpu1 when all want the same memory: LMU, flash, the scratchpad of cpu2. The victim
 * reads; so do the aggressors, as fast as they can. */
#include "check.h"
#include "epapi.h"
#include "printf.h"
#include "smp.h"

#define WORDS 512
#define ROUNDS 8

/* Read without caches, so that every read is a transfer of its own; LMU memory by its other address. */
static uint32_t in_lmu[WORDS] IN_LMU;
#define UNCACHED(address) ((const volatile uint32_t *)((uint32_t)(address) | 0x20000000))
static const uint32_t in_flash[WORDS] SECTION(".flash1_uncached") = { 1 };
static uint32_t in_dspr[WORDS] IN_DSPR_BSS(2);

enum place { NOWHERE, LMU, FLASH, DSPR };
static const char *const names[] = { "", "lmu", "flash", "dspr2" };

static const volatile uint32_t *place(uint32_t at)
{
	return at == LMU ? UNCACHED(in_lmu) : at == FLASH ? in_flash : in_dspr;
}

/* Where each aggressor reads. */
static volatile uint32_t target[CORES];
static volatile uint32_t reading[CORES];

static void read_all(const volatile uint32_t *from)
{
	for (uint32_t i = 0; i < WORDS; i += 8) {
		(void)from[i];
		(void)from[i + 1];
		(void)from[i + 2];
		(void)from[i + 3];
		(void)from[i + 4];
		(void)from[i + 5];
		(void)from[i + 6];
		(void)from[i + 7];
	}
}

static void aggressor(void)
{
	uint32_t core = core_index();
	for (;;) {
		uint32_t at = target[core];
		reading[core] = at;
		if (at != NOWHERE)
			read_all(place(at));
	}
}

void main_cpu0(void)
{
	aggressor();
}

void main_cpu2(void)
{
	aggressor();
}

static void attack(uint32_t core, enum place at)
{
	target[core] = at;
	while (reading[core] != (uint32_t)at)
		;
}

static uint32_t victim(enum place at, const char *program)
{
	int set = PAPI_NULL;
	long long values[3];
	PAPI_create_eventset(&set);
	PAPI_add_event(set, EPAPI_DMEM_STL);
	PAPI_add_event(set, PAPI_TOT_CYC);
	PAPI_add_event(set, PAPI_TOT_INS);
	read_all(place(at));
	PAPI_start(set);
	for (uint32_t i = 0; i < ROUNDS; i++)
		read_all(place(at));
	PAPI_stop(set, values);
	check_count(program, EPAPI_record_event(set, 0, program) == PAPI_OK);
	PAPI_cleanup_eventset(set);
	PAPI_destroy_eventset(&set);
	return (uint32_t)values[0];
}

int main(void)
{
	for (enum place at = LMU; at <= DSPR; at++) {
		char name[16];
		uint32_t stalls[4];
		unsigned int length;
		for (length = 0; names[at][length]; length++)
			name[length] = names[at][length];
		name[length] = '+';
		name[length + 2] = 0;
		for (uint32_t others = 0; others < 3; others++) {
			attack(0, others > 0 ? at : NOWHERE);
			attack(2, others > 1 ? at : NOWHERE);
			name[length + 1] = (char)('0' + others);
			stalls[others] = victim(at, name);
		}
		/* The same from elsewhere: other slaves of the crossbar are not in the way. */
		attack(0, at == LMU ? FLASH : LMU);
		attack(2, at == LMU ? FLASH : LMU);
		name[length + 1] = 'e';
		stalls[3] = victim(at, name);
		attack(0, NOWHERE);
		attack(2, NOWHERE);
		printf("%s: %u, %u, %u stall cycles with 0, 1, 2 others; %u with both elsewhere\n", names[at],
		       stalls[0], stalls[1], stalls[2], stalls[3]);
		check_true("one other costs", stalls[1] > stalls[0]);
		/* cpu2 reads its own scratchpad without the crossbar: there the second one costs nothing. */
		check_true("two cost more", stalls[2] > stalls[at == DSPR ? 0 : 1]);
		check_true("elsewhere they do not", stalls[3] == stalls[0]);
	}
	EPAPI_print();
	return check_result();
}
