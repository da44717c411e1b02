/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A stream of images: each 100 ms a frame comes in and passes four parallel phases,
   smoothing, gradient, threshold, and erosion with a count; between frames all cores
   sleep. 26 frames are 2.6 s, so that 250 samples each 10 ms and 10 samples each 250 ms
   fit in. Line 3 of the bootstrap register: waits within a frame sleep, too. */
#include "check.h"
#include "gptimer.h"
#include "omp.h"
#include "printf.h"
#include "smp.h"
#include "straps.h"
#include "string.h"

#define FRAMES 26u
#define PERIOD_US 100000u
#define SIDE 64
#define THRESHOLD 70

typedef uint8_t image_t[SIDE][SIDE];

static image_t incoming, smooth, edges, mask, eroded;

/* Two bright squares that move, over noise. */
static void receive(uint32_t frame)
{
	uint32_t x = frame + 1;
	for (int row = 0; row < SIDE; row++)
		for (int column = 0; column < SIDE; column++) {
			x = x * 1664525u + 1013904223u;
			int inside = (uint32_t)(row - (int)frame) < 14 && (uint32_t)(column - (int)frame) < 14;
			inside |= (uint32_t)(row - 40) < 10 && (uint32_t)(column + (int)frame - 40) < 10;
			incoming[row][column] = (uint8_t)((inside ? 200 : 20) + (x >> 28));
		}
}

static uint32_t mean_of_nine(int row, int column)
{
	uint32_t sum = 0;
	for (int i = -1; i <= 1; i++)
		for (int j = -1; j <= 1; j++)
			sum += incoming[row + i][column + j];
	return sum / 9;
}

NOINLINE static void smoothing(void)
{
#pragma omp parallel for
	for (int row = 1; row < SIDE - 1; row++)
		for (int column = 1; column < SIDE - 1; column++)
			smooth[row][column] = (uint8_t)mean_of_nine(row, column);
}

static int absolute(int x)
{
	return x < 0 ? -x : x;
}

NOINLINE static void gradient(void)
{
#pragma omp parallel for
	for (int row = 2; row < SIDE - 2; row++)
		for (int column = 2; column < SIDE - 2; column++) {
			int g = absolute(smooth[row][column + 1] - smooth[row][column - 1]) +
				absolute(smooth[row + 1][column] - smooth[row - 1][column]);
			edges[row][column] = (uint8_t)(g > 255 ? 255 : g);
		}
}

NOINLINE static void threshold(void)
{
#pragma omp parallel for
	for (int row = 2; row < SIDE - 2; row++)
		for (int column = 2; column < SIDE - 2; column++)
			mask[row][column] = edges[row][column] > THRESHOLD;
}

NOINLINE static uint32_t erosion(void)
{
	uint32_t left = 0;
#pragma omp parallel for reduction(+ : left)
	for (int row = 3; row < SIDE - 3; row++)
		for (int column = 3; column < SIDE - 3; column++) {
			eroded[row][column] = mask[row][column] & mask[row][column - 1] & mask[row][column + 1];
			left += eroded[row][column];
		}
	return left;
}

/* All of it for one pixel from what came in, by a way of its own: no image in between. */
static int smooth_at(int row, int column)
{
	return (int)mean_of_nine(row, column);
}

static int mask_at(int row, int column)
{
	if (row < 2 || row >= SIDE - 2 || column < 2 || column >= SIDE - 2)
		return 0;
	return absolute(smooth_at(row, column + 1) - smooth_at(row, column - 1)) +
		       absolute(smooth_at(row + 1, column) - smooth_at(row - 1, column)) >
	       THRESHOLD;
}

/* Every seventh pixel, from another one each frame. */
static uint32_t wrong_pixels(uint32_t frame)
{
	uint32_t wrong = 0;
	for (uint32_t i = frame % 7; i < SIDE * SIDE; i += 7) {
		int row = (int)i / SIDE, column = (int)i % SIDE;
		if (row < 3 || row >= SIDE - 3 || column < 3 || column >= SIDE - 3)
			continue;
		int expected = mask_at(row, column) && mask_at(row, column - 1) && mask_at(row, column + 1);
		wrong += eroded[row][column] != expected;
	}
	return wrong;
}

int main(void)
{
	uint32_t wrong = 0, empty = 0, late = 0, total = 0;
	omp_wait_policy = straps_wait_policy();
	printf("Images, %u frames of %u x %u each %u ms, %d cores, waits %s\n", FRAMES, SIDE, SIDE, PERIOD_US / 1000,
	       omp_get_max_threads(), omp_wait_policy ? "sleep" : "spin");
	smp_start(smp_cores());
	uint64_t due = cycles64();
	for (uint32_t frame = 0; frame < FRAMES; frame++) {
		receive(frame);
		smoothing();
		gradient();
		threshold();
		uint32_t left = erosion();
		wrong += wrong_pixels(frame);
		empty += left == 0;
		total += left;
		due += (uint64_t)PERIOD_US * CYCLES_PER_US;
		uint64_t now = cycles64();
		late += now >= due;
		if (now < due)
			sleep_us((uint32_t)((due - now) / CYCLES_PER_US));
	}
	printf("%u pixels of edges in all\n", total);
	check_equal("pixels that are wrong", wrong, 0);
	check_equal("frames without an edge", empty, 0);
	check_equal("frames that were late", late, 0);
	return check_result();
}
