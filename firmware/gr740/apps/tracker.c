/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A Monte Carlo tracker: particles start in the middle of a shielded grid, fly from
   cell to cell, scatter and are absorbed, or leave. A particle has random numbers of
   its own, so that no result depends on who tracked it. Lines 2..0 of the bootstrap
   register: the input, 4096 << (n - 1) particles. */
#include "analyzer.h"
#include "check.h"
#include "omp.h"
#include "printf.h"
#include "smp.h"
#include "straps.h"

#define PARTICLES 4096u
#define MOST (PARTICLES << 6)
#define GRID 32
#define CHUNK 4

enum outcome { ABSORBED = 1, LEAKED };
enum material { FUEL, WATER, SHIELD };

/* Of 65536: a particle collides in a cell, and a collision is an absorption. */
static const struct {
	uint32_t collides, absorbs;
} materials[] = { [FUEL] = { 24000, 16000 }, [WATER] = { 40000, 1500 }, [SHIELD] = { 52000, 30000 } };

static uint8_t material[GRID][GRID];
static struct {
	uint8_t outcome;
	uint16_t collisions;
} results[MOST] __attribute__((section(".noinit")));

struct tally {
	uint32_t absorbed, leaked, collisions;
};

static void make_grid(void)
{
	for (int y = 0; y < GRID; y++)
		for (int x = 0; x < GRID; x++) {
			int rim = x < 2 || y < 2 || x >= GRID - 2 || y >= GRID - 2;
			material[y][x] = rim ? SHIELD : (x / 3 + y / 3) % 2 ? FUEL : WATER;
		}
}

static uint32_t next(uint32_t *state)
{
	uint32_t x = *state;
	x ^= x << 13;
	x ^= x >> 17;
	x ^= x << 5;
	*state = x;
	return x >> 16;
}

NOINLINE static enum outcome track(uint32_t particle, uint32_t *collisions)
{
	static const int8_t dx[4] = { 1, 0, -1, 0 }, dy[4] = { 0, 1, 0, -1 };
	uint32_t state = particle * 2654435761u + 88172645u, n = 0;
	int x = GRID / 2, y = GRID / 2;
	if (!state)
		state = 1;
	uint32_t direction = next(&state) & 3;
	for (;;) {
		x += dx[direction];
		y += dy[direction];
		if ((unsigned)x >= GRID || (unsigned)y >= GRID)
			break;
		uint32_t m = material[y][x];
		if (next(&state) >= materials[m].collides)
			continue;
		n++;
		if (next(&state) < materials[m].absorbs) {
			*collisions = n;
			return ABSORBED;
		}
		direction = next(&state) & 3;
	}
	*collisions = n;
	return LEAKED;
}

NOINLINE static struct tally track_all(int particles)
{
	uint32_t absorbed = 0, leaked = 0, collisions = 0;
#pragma omp parallel for schedule(dynamic, CHUNK) reduction(+ : absorbed, leaked, collisions)
	for (int i = 0; i < particles; i++) {
		uint32_t n;
		enum outcome o = track((uint32_t)i, &n);
		results[i].outcome = (uint8_t)o;
		results[i].collisions = (uint16_t)n;
		absorbed += o == ABSORBED;
		leaked += o == LEAKED;
		collisions += n;
	}
	return (struct tally){ absorbed, leaked, collisions };
}

int main(void)
{
	uint32_t particles = PARTICLES << (straps_input() - 1), wrong = 0, sum = 0;
	omp_wait_policy = straps_wait_policy();
	printf("Tracker, input i%u: %u particles on %d cores\n", straps_input(), particles, omp_get_max_threads());
	smp_start(smp_cores());
	make_grid();
	analyzer_start(1);
	struct tally t = track_all((int)particles);
	analyzer_stop(1);
	printf("region 1, track_all %llu cycles: %u absorbed, %u leaked, %u collisions\n", analyzer_records[0][1].cycles,
	       t.absorbed, t.leaked, t.collisions);
	/* One particle of eight again, by one core. */
	for (uint32_t i = 0; i < particles; i++) {
		uint32_t n = results[i].collisions;
		if (i % 8 == 0)
			wrong += track(i, &n) != results[i].outcome || n != results[i].collisions;
		sum += results[i].collisions;
	}
	check_equal("particles that went another way", wrong, 0);
	check_equal("every particle ends", t.absorbed + t.leaked, particles);
	check_equal("collisions of all particles", t.collisions, sum);
	check_true("some leak, most do not", t.leaked > 0 && t.leaked * 2 < particles);
	return check_result();
}
