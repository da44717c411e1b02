/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "check.h"
#include "dma_tests.h"
#include "printf.h"

BANK1 uint64_t source[BUFFER / 8];
BANK2 uint64_t target[BUFFER / 8];

void run(int channel, const struct dma_descriptor *d)
{
	dma_start(channel, d);
	dma_wait(channel);
}

static uint8_t *source_bytes = (uint8_t *)source, *target_bytes = (uint8_t *)target;

static void fill(void)
{
	for (uint32_t i = 0; i < BUFFER; i++) {
		source_bytes[i] = (uint8_t)(i * 7 + (i >> 8));
		target_bytes[i] = 0;
	}
}

/* Bytes that are as `wanted` says (0 where nothing was to be written), all of the buffer. */
static uint32_t wrong_bytes(int32_t (*wanted)(uint32_t))
{
	uint32_t wrong = 0;
	for (uint32_t i = 0; i < BUFFER; i++) {
		int32_t from = wanted(i);
		wrong += target_bytes[i] != (from < 0 ? 0 : source_bytes[from]);
	}
	return wrong;
}

static int32_t first_kib(uint32_t i)
{
	return i < 1024 ? (int32_t)i : -1;
}

static void test_sizes(void)
{
	struct dma_descriptor d;
	static const char *const name[4] = { "bytes", "half words", "words", "double words" };
	for (uint32_t log_size = 0; log_size < 4; log_size++) {
		fill();
		dma_describe(&d, target, source, 1024 >> log_size, log_size, 0);
		run(log_size & 1, &d);
		check_equal(name[log_size], wrong_bytes(first_kib), 0);
	}
}

/* 16 rows of 8 words: rows are 64 bytes apart in the source, 32 in the target. */
static int32_t rows(uint32_t i)
{
	return i < 512 ? (int32_t)(i / 32 * 64 + i % 32) : -1;
}

/* A column of 64 half words out of rows of 32 bytes, every other half word of the target. */
static int32_t column(uint32_t i)
{
	return i < 256 && i % 4 < 2 ? (int32_t)(i / 4 * 32 + 10 + i % 2) : -1;
}

/* Backwards: words in reverse order. */
static int32_t reverse(uint32_t i)
{
	return i < 256 ? (int32_t)(252 - i / 4 * 4 + i % 4) : -1;
}

static void test_strides(void)
{
	struct dma_descriptor d;
	fill();
	d = (struct dma_descriptor){
		.config = DMA_ENABLE | DMA_MASTER | DMA_WORD,
		.inner_stride = DMA_PAIR(4, 4),
		.count = 16u << 16 | 8,
		/* From the last item of a row to the first of the next. */
		.outer_stride = DMA_PAIR(4, 64 - 28),
		.source = source,
		.destination = target,
	};
	run(0, &d);
	check_equal("rows of another pitch", wrong_bytes(rows), 0);
	fill();
	dma_describe(&d, target, source_bytes + 10, 64, 1, 0);
	d.inner_stride = DMA_PAIR(4, 32);
	run(1, &d);
	check_equal("a column", wrong_bytes(column), 0);
	fill();
	dma_describe(&d, target, source_bytes + 252, 64, 2, 0);
	d.inner_stride = DMA_PAIR(4, -4);
	run(0, &d);
	check_equal("a negative stride", wrong_bytes(reverse), 0);
}

/* Three descriptors: 100 words, 50 words, 20 double words, one behind the other. */
static int32_t chained(uint32_t i)
{
	return i < 760 ? (int32_t)i : -1;
}

static void test_chain(void)
{
	static struct dma_descriptor d[3];
	fill();
	dma_describe(&d[2], target_bytes + 600, source_bytes + 600, 20, 3, 0);
	dma_describe(&d[1], target_bytes + 400, source_bytes + 400, 50, 2, 0);
	d[1].config = dma_config(d[1].config | DMA_CHAIN, &d[2]);
	dma_describe(&d[0], target, source, 100, 2, 0);
	d[0].config = dma_config(d[0].config | DMA_CHAIN, &d[1]);
	run(0, &d[0]);
	check_equal("a chain of three", wrong_bytes(chained), 0);
}

static int32_t two_channels(uint32_t i)
{
	return i < 4096 ? (int32_t)i : -1;
}

static void test_both(void)
{
	struct dma_descriptor d[2];
	fill();
	dma_describe(&d[0], target, source, 256, 3, 0);
	dma_describe(&d[1], target_bytes + 2048, source_bytes + 2048, 256, 3, 0);
	dma_start(1, &d[1]);
	dma_start(0, &d[0]);
	dma_wait(0);
	dma_wait(1);
	check_equal("both channels at once", wrong_bytes(two_channels), 0);
}

void test_shapes(void)
{
	printf("bytes that came out wrong\n");
	test_sizes();
	test_strides();
	test_chain();
	test_both();
}
