/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Edges of a 128 x 128 picture in shared DRAM, by all cores, traced. Each core has eight rows: it draws its part of
   the picture, waits for all, fetches its rows and the two around them by DMA, filters in SRAM, and puts the result
   back by DMA. The picture follows from a formula; core 0 adds up the edges. */
#include "barectf-platform-parallella.h"
#include "check.h"
#include "dma.h"
#include "printf.h"
#include "smp.h"

enum { SIDE = 128, ROWS_EACH = SIDE / CORES };
/* Of all pixels of the result, by the same C on another machine. */
#define SUM_OF_EDGES 770804u

SHARED uint8_t sobel_picture[SIDE][SIDE];
SHARED uint8_t sobel_edges[SIDE][SIDE];
static uint8_t rows[ROWS_EACH + 2][SIDE] __attribute__((aligned(8)));
static uint8_t edges[ROWS_EACH][SIDE] __attribute__((aligned(8)));
static REMOTE volatile uint32_t sums[CORES];
static uint32_t traced;

#define TRACE(event, ...) (traced++, barectf_trace_##event(tracing_context(), __VA_ARGS__))

/* Discs, a gradient and a grid. */
static uint8_t pixel(int32_t y, int32_t x)
{
	int32_t dy = y - 50, dx = x - 60, value = (x + y) & 0x7F;
	if (dx * dx + dy * dy < 900)
		value += 100;
	if ((x & 15) == 0 || (y & 31) == 0)
		value ^= 0x3F;
	return (uint8_t)value;
}

static void move(volatile void *to, const volatile void *from, uint32_t bytes)
{
	static struct dma_descriptor d;
	dma_describe(&d, to, from, bytes / 8, 3, DMA_MESSAGE);
	dma_start(0, &d);
	dma_wait(0);
}

static void draw(uint32_t first)
{
	TRACE(phase_begin, "draw");
	for (uint32_t y = 0; y < ROWS_EACH; y++)
		for (uint32_t x = 0; x < SIDE; x++)
			edges[y][x] = pixel((int32_t)(first + y), (int32_t)x);
	move(sobel_picture[first], edges, sizeof edges);
	/* The neighbours read it next. All of it is there when its end is. */
	volatile uint8_t *end = &sobel_picture[first + ROWS_EACH - 1][SIDE - 1];
	while (*end != edges[ROWS_EACH - 1][SIDE - 1])
		;
	TRACE(phase_end, "draw");
}

/* Rows outside the picture repeat the outermost one. */
static void fetch(uint32_t first)
{
	TRACE(phase_begin, "fetch");
	uint32_t above = first ? first - 1 : 0, below = first + ROWS_EACH < SIDE ? first + ROWS_EACH : SIDE - 1;
	move(rows[0], sobel_picture[above], SIDE);
	move(rows[1], sobel_picture[first], ROWS_EACH * SIDE);
	move(rows[ROWS_EACH + 1], sobel_picture[below], SIDE);
	TRACE(phase_end, "fetch");
}

static int32_t absolute(int32_t v)
{
	return v < 0 ? -v : v;
}

static uint32_t filter_row(uint32_t y)
{
	const uint8_t *a = rows[y], *b = rows[y + 1], *c = rows[y + 2];
	uint32_t sum = 0;
	edges[y][0] = 0;
	edges[y][SIDE - 1] = 0;
	for (uint32_t x = 1; x < SIDE - 1; x++) {
		int32_t across = a[x + 1] + 2 * b[x + 1] + c[x + 1] - a[x - 1] - 2 * b[x - 1] - c[x - 1];
		int32_t down = c[x - 1] + 2 * c[x] + c[x + 1] - a[x - 1] - 2 * a[x] - a[x + 1];
		int32_t edge = absolute(across) + absolute(down);
		edges[y][x] = (uint8_t)(edge > 255 ? 255 : edge);
		sum += edges[y][x];
	}
	return sum;
}

static uint32_t filter(uint32_t first)
{
	uint32_t all = 0;
	TRACE(phase_begin, "filter");
	for (uint32_t y = 0; y < ROWS_EACH; y++) {
		uint32_t sum = filter_row(y);
		all += sum;
		TRACE(row_done, (uint16_t)(first + y), sum);
	}
	TRACE(phase_end, "filter");
	return all;
}

int main(void)
{
	uint32_t self = core_number(), first = self * ROWS_EACH;
	if (tracing_init())
		return 1;
	/* One start for all clocks, as far as a barrier goes. */
	barrier(CORES);
	tracing_reset_clock();
	draw(first);
	barrier(CORES);
	fetch(first);
	uint32_t sum = filter(first);
	TRACE(phase_begin, "store");
	move(sobel_edges[first], edges, sizeof edges);
	TRACE(phase_end, "store");
	tracing_fini(traced);
	*(volatile uint32_t *)at_core(0, &sums[self]) = sum + 1;
	if (self)
		return 0;
	uint32_t all = 0;
	for (uint32_t i = 0; i < CORES; i++) {
		while (!sums[i])
			;
		all += sums[i] - 1;
	}
	check_equal("sum of the edges", all, SUM_OF_EDGES);
	return check_result();
}
