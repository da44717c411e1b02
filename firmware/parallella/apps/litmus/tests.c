/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Core 0 writes. Core 1 is one hop away, cores 11 and 15 are far, next to each other. Other cores write to
   external memory meanwhile, so that what core 0 sends there has to queue. */
#include "litmus.h"

SHARED struct litmus_results litmus_results;

static REMOTE volatile uint32_t data, flag, word;
static SHARED volatile uint32_t external_data, external_flag;
static SHARED volatile uint64_t noise[CORES][8];
/* Core 0's tally of an observer's answer: value + 1. */
static REMOTE volatile uint32_t answer;

static volatile uint32_t *remote(uint32_t core, volatile uint32_t *p)
{
	return at_core(core, p);
}

static void count(enum test t, uint32_t is_fresh)
{
	if (is_fresh)
		litmus_results.outcomes[t].fresh++;
	else
		litmus_results.outcomes[t].stale++;
}

static void tell(uint32_t value)
{
	*remote(0, &answer) = value + 1;
}

static uint32_t heard(void)
{
	uint32_t value;
	while (!(value = answer))
		;
	answer = 0;
	return value - 1;
}

/* Different distances in time between the two accesses of the writer: an ordering that holds by chance shows. */
static void spread(uint32_t round)
{
	for (volatile uint32_t i = 0; i < (round & 7); i++)
		;
}

static void make_noise(uint32_t self)
{
	for (uint32_t i = 0; i < 8; i++)
		noise[self][i] = i;
}

/* The writes of `round` by core 0. Values are round + 1; before, all words hold `round`. */
static void write_side(enum test t, uint32_t round)
{
	uint32_t value = round + 1;
	switch (t) {
	case SAME_TARGET:
		*remote(1, &data) = value;
		*remote(1, &flag) = value;
		count(t, heard() == value);
		break;
	case SAME_EXTERNAL:
		external_data = value;
		external_flag = value;
		count(t, heard() == value);
		break;
	case SAME_WORD:
		*remote(11, &word) = round;
		*remote(11, &word) = value;
		*remote(11, &flag) = value;
		count(t, heard() == value);
		break;
	case READ_BACK:
		*remote(11, &data) = value;
		count(t, *remote(11, &data) == value);
		break;
	case READ_BACK_EXTERNAL:
		external_data = value;
		count(t, external_data == value);
		break;
	case TWO_TARGETS:
		*remote(15, &data) = value;
		spread(round);
		*remote(11, &flag) = value;
		count(t, heard() == value);
		break;
	case EXTERNAL_AND_CORE:
		external_data = value;
		*remote(1, &flag) = value;
		count(t, heard() == value);
		break;
	case STORE_BUFFERS:
	case TESTS:
		break;
	}
}

static void wait_for(volatile uint32_t *where, uint32_t value)
{
	while (*where != value)
		;
}

/* The observer's part; other cores have none. */
static void read_side(enum test t, uint32_t round, uint32_t self)
{
	uint32_t value = round + 1;
	if (t == SAME_TARGET && self == 1) {
		wait_for(&flag, value);
		tell(data);
	} else if (t == SAME_EXTERNAL && self == 1) {
		wait_for(&external_flag, value);
		tell(external_data);
	} else if (t == SAME_WORD && self == 11) {
		wait_for(&flag, value);
		tell(word);
	} else if (t == TWO_TARGETS && self == 11) {
		wait_for(&flag, value);
		tell(*remote(15, &data));
	} else if (t == EXTERNAL_AND_CORE && self == 1) {
		wait_for(&flag, value);
		tell(external_data);
	} else if (t >= READ_BACK_EXTERNAL) {
		make_noise(self);
	}
}

/* Cores 0 and 15 do the same to each other. */
static void store_buffers(uint32_t round, uint32_t self)
{
	uint32_t value = round + 1;
	*remote(15 - self, &word) = value;
	uint32_t seen = word;
	if (self) {
		tell(seen);
		return;
	}
	uint32_t other = heard();
	count(STORE_BUFFERS, seen == value);
	count(STORE_BUFFERS, other == value);
	litmus_results.both_stale += seen != value && other != value;
}

/* Words of the test hold `round`, wherever they are. */
static void reset(uint32_t round, uint32_t self)
{
	data = round;
	flag = round;
	word = round;
	if (self)
		return;
	external_data = round;
	external_flag = round;
	/* In place before anybody starts. */
	wait_for(&external_flag, round);
}

void run_tests(void)
{
	uint32_t self = core_number();
	/* No start code clears what all cores share. */
	if (self == 0)
		litmus_results = (struct litmus_results){ 0 };
	for (uint32_t t = 0; t < TESTS; t++) {
		for (uint32_t round = 0; round < ROUNDS; round++) {
			barrier(CORES);
			reset(round, self);
			barrier(CORES);
			if (t == STORE_BUFFERS && (self == 0 || self == 15))
				store_buffers(round, self);
			else if (self == 0)
				write_side(t, round);
			else
				read_side(t, round, self);
		}
	}
	barrier(CORES);
}
