/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Filters over a picture of 128 x 128 words in external memory, 1024 pixels for each of the sixteen cores, as published
   (fabigB/myParallella, filter): inverted; Sobel with twelve loads for a pixel; Sobel with three lines kept in the core.
   Compiled without optimisation, as there: 703903, 6095297 and 977654 cycles. They hold loads and stores of all cores on
   the one link against each other. */
#include "check.h"
#include "ctimer.h"
#include "printf.h"
#include "smp.h"

enum { ROW = 128, PART = ROW * ROW / CORES, PIXELS = ROW * ROW };

SHARED int32_t picture[PIXELS];
SHARED int32_t result[PIXELS];
struct filter_results {
	uint32_t cycles[3];
};
SHARED struct filter_results filter_results;

#define PLAIN __attribute__((noinline, optimize("O0")))

static PLAIN int32_t magnitude(int32_t x)
{
	if (x < 0)
		return -x;
	return x;
}

static PLAIN void invert(uint32_t part)
{
	for (int32_t i = 0; i < PART; i++) {
		volatile int32_t *x = picture + PART * part + i;
		volatile int32_t *to = result + PART * part + i;
		*to = 255 - *x;
	}
}

static PLAIN void sobel(uint32_t part)
{
	for (int32_t i = 0; i < PART; i++) {
		volatile int32_t *m1 = picture + PART * part + i, *m0 = m1 - 1, *m2 = m1 + 1;
		volatile int32_t *u0 = m0 - ROW, *u1 = m1 - ROW, *u2 = m2 - ROW;
		volatile int32_t *l0 = m0 + ROW, *l1 = m1 + ROW, *l2 = m2 + ROW;
		/* Borders are mirrored. */
		if (part == 0 && i < ROW) {
			u0 = m0;
			u1 = m1;
			u2 = m2;
		} else if (part == CORES - 1 && i >= PART - ROW) {
			l0 = m0;
			l1 = m1;
			l2 = m2;
		}
		if (i % ROW == 0) {
			u0 = u1;
			m0 = m1;
			l0 = l1;
		} else if ((i + 1) % ROW == 0) {
			u2 = u1;
			m2 = m1;
			l2 = l1;
		}
		int32_t down = magnitude(*u0 - *l0 + *u1 * 2 - *l1 * 2 + *u2 - *l2);
		int32_t right = magnitude(*u2 - *u0 + *m2 * 2 - *m0 * 2 + *l2 - *l0);
		volatile int32_t *to = result + PART * part + i;
		*to = (down + right) / 8;
	}
}

static int32_t lines[3][ROW];

static PLAIN int32_t pixel(int32_t left, int32_t here, int32_t right)
{
	int32_t down = magnitude(lines[0][left] - lines[2][left] + lines[0][here] * 2 - lines[2][here] * 2 + lines[0][right] -
				 lines[2][right]);
	int32_t across = magnitude(lines[0][right] - lines[0][left] + lines[1][right] * 2 - lines[1][left] * 2 +
				   lines[2][right] - lines[2][left]);
	return (down + across) / 8;
}

static PLAIN void sobel_by_lines(uint32_t part)
{
	volatile int32_t *from = picture + PART * part, *to = result + PART * part;
	for (int32_t i = 0; i < ROW; i++) {
		lines[1][i] = from[i];
		if (part == 0)
			lines[0][i] = lines[1][i];
		else
			lines[0][i] = from[i - ROW];
	}
	for (int32_t row = 0; row < PART / ROW; row++) {
		for (int32_t i = 0; i < ROW; i++) {
			if (row) {
				lines[0][i] = lines[1][i];
				lines[1][i] = lines[2][i];
			}
			if (part != CORES - 1 || row < PART / ROW - 1)
				lines[2][i] = from[ROW * (row + 1) + i];
		}
		to[ROW * row] = pixel(0, 0, 1);
		for (int32_t i = 1; i < ROW - 1; i++)
			to[ROW * row + i] = pixel(i - 1, i, i + 1);
		to[ROW * row + ROW - 1] = pixel(ROW - 2, ROW - 1, ROW - 1);
	}
}

static uint32_t checksum(void)
{
	uint32_t sum = 0;
	for (uint32_t i = 0; i < PIXELS; i += 37)
		sum = sum * 5 + (uint32_t)result[i];
	return sum;
}

int main(void)
{
	static void (*const filter[3])(uint32_t) = { invert, sobel, sobel_by_lines };
	static const char *const name[3] = { "inverter", "Sobel", "Sobel by lines" };
	static const uint32_t published[3] = { 703903, 6095297, 977654 };
	uint32_t me = core_number(), sums[3];
	for (uint32_t i = 0; i < PART; i++)
		picture[PART * me + i] = (int32_t)((PART * me + i) * 2654435761u >> 24);
	for (uint32_t n = 0; n < 3; n++) {
		barrier(CORES);
		cycles_start();
		uint32_t before = cycles();
		filter[n](me);
		barrier(CORES);
		uint32_t took = cycles() - before;
		if (me == 0) {
			filter_results.cycles[n] = took;
			sums[n] = checksum();
			printf("%s: %u cycles, published %u\n", name[n], took, published[n]);
		}
	}
	if (me)
		return 0;
	check_equal("one Sobel as the other", sums[1], sums[2]);
	return check_result();
}
