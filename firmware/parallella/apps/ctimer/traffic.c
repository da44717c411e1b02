/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Traffic of the mesh as core 0 sees it, and a neighbour that writes into a bank in use. */
#include "check.h"
#include "interrupt.h"
#include "kernels.h"
#include "printf.h"

/* MESHCFG: event code for counter event 14 in bits 11:8, for event 15 in bits 7:4. */
enum mesh_event { MESH_WAIT_ANY = 2, MESH_SOUTH = 0xA, MESH_NORTH = 0xB, MESH_WEST = 0xC, MESH_EAST = 0xD, MESH_CORE = 0xE };

static BANK1 volatile uint64_t target[16];
static BANK2 volatile uint64_t quiet;
static REMOTE volatile uint32_t stop;
/* In core 0: core 1 floods; it runs, and this is what it has found. */
static REMOTE volatile uint32_t flooding, found;
#define RUNS 0x10000u
static volatile uint32_t called;

static INTERRUPT void on_user(void)
{
	called = 1;
}

/* Sleeps until core 0 wants traffic. */
void make_traffic(uint32_t missed)
{
	volatile uint64_t *there = at_core(0, target);
	interrupt_attach(IRQ_USER, on_user);
	interrupt_unmask(IRQ_USER);
	*(volatile uint32_t *)at_core(0, &found) = RUNS + missed;
	idle_until(&called);
	*(volatile uint32_t *)at_core(0, &flooding) = 1;
	while (!stop)
		for (uint32_t i = 0; i < 16; i++)
			there[i] = i;
}

/* Requests go out to the east, answers come in from there: one of each for a load. */
static uint32_t loads_seen(enum mesh_event mesh, int second)
{
	volatile uint32_t *meshcfg = reg_at(0, REG_MESHCFG);
	uint32_t before = *meshcfg;
	*meshcfg = (before & ~0xFF0u) | (uint32_t)mesh << (second ? 4 : 8);
	/* The write has arrived when a later read of the same register shows it. */
	for (uint32_t tries = 0; tries < 50; tries++)
		if ((*meshcfg & 0xFF0u) == (uint32_t)mesh << (second ? 4 : 8))
			break;
	uint32_t seen = four_bodies(KERNEL(loads), second ? CTIMER_MESH1 : CTIMER_MESH0, at_core(1, &target[2]));
	*meshcfg = before;
	return seen;
}

/* Stalls of a thousand loads. */
static uint32_t loads_lost(volatile uint64_t *from)
{
	ctimer0_start(CTIMER_MAX, CTIMER_LOCAL_LOAD_STALL);
	for (uint32_t i = 0; i < 125; i++) {
		/* One a cycle, whatever the rhythm of the writes. */
		(void)*from, (void)*from, (void)*from, (void)*from;
		(void)*from, (void)*from, (void)*from, (void)*from;
	}
	return CTIMER_MAX - ctimer0_stop();
}

int neighbour_runs(void)
{
	for (uint32_t tries = 0; tries < 100000 && !found; tries++)
		;
	if (found)
		check_equal("values that registers of core 1 did not hold", found - RUNS, 0);
	else
		printf("core 1 does not run: no traffic\n");
	return found != 0;
}

void check_traffic(void)
{
	/* The bodies set a counter before they select its event: it must not count something else until then. */
	(void)ctimer0_stop();
	(void)ctimer1_stop();
	printf("32 loads from the neighbour in the east\n");
	check_equal("event 14: east", loads_seen(MESH_EAST, 0), 32);
	check_equal("event 14: core", loads_seen(MESH_CORE, 0), 32);
	check_equal("event 14: south", loads_seen(MESH_SOUTH, 0), 0);
	check_equal("event 15: east", loads_seen(MESH_EAST, 1), 32);
	check_equal("event 15: north", loads_seen(MESH_NORTH, 1), 0);
	check_equal("event 15: west", loads_seen(MESH_WEST, 1), 0);
	printf("1000 loads while core 1 writes\n");
	interrupt_raise(1, IRQ_USER);
	while (!flooding)
		;
	uint32_t busy = loads_lost(&target[15]);
	uint32_t other = loads_lost(&quiet);
	*(volatile uint32_t *)at_core(1, &stop) = 1;
	check_range("local load stalls in the bank it writes to", busy, 1, 1000);
	check_equal("local load stalls in another bank", other, 0);
}
