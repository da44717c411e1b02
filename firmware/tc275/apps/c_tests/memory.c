/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Sorting, lists and strings: loads and stores of all sizes, pointers, calls through pointers. */
#include "c_tests.h"
#include "check.h"
#include "regs.h"
#include "string.h"

#define COUNT 256

struct node {
	struct node *next;
	uint16_t key;
	uint8_t tag;
};

static struct node nodes[COUNT];
static uint32_t words[COUNT];
static char text[64];
static uint16_t initialized[] = { 500, 400, 300 };

NOINLINE static void sort(uint32_t *v, int low, int high)
{
	if (low >= high)
		return;
	uint32_t pivot = v[(low + high) / 2];
	int i = low, j = high;
	while (i <= j) {
		while (v[i] < pivot)
			i++;
		while (v[j] > pivot)
			j--;
		if (i <= j) {
			uint32_t t = v[i];
			v[i++] = v[j];
			v[j--] = t;
		}
	}
	sort(v, low, j);
	sort(v, i, high);
}

static uint32_t crc32(const uint8_t *p, uint32_t bytes)
{
	uint32_t crc = 0xFFFFFFFF;
	while (bytes--) {
		crc ^= *p++;
		for (int i = 0; i < 8; i++)
			crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320u : 0);
	}
	return ~crc;
}

void test_memory(void)
{
	uint32_t state = 6, sorted = 1, sum = 0;
	for (uint32_t i = 0; i < COUNT; i++)
		words[i] = next_random(&state);
	sort(words, 0, COUNT - 1);
	for (uint32_t i = 1; i < COUNT; i++)
		sorted &= words[i - 1] <= words[i];
	check_equal("quick sort", sorted, 1);

	struct node *head = 0;
	for (uint32_t i = 0; i < COUNT; i++) {
		nodes[i] = (struct node){ head, (uint16_t)(words[i] >> 16), (uint8_t)words[i] };
		head = &nodes[i];
	}
	for (struct node *n = head; n; n = n->next)
		sum = sum * 3 + n->key + n->tag;
	check_equal("linked list", sum, 0x1079FD67);

	check_equal("crc32 of 123456789", crc32((const uint8_t *)"123456789", 9), 0xCBF43926);
	memset(text, 'x', sizeof text);
	memcpy(text + 3, "TriCore", 8);
	memmove(text + 1, text + 3, 8);
	check_equal("strings", (uint32_t)strlen(text) * 100 + (uint32_t)(memcmp(text, "xTriCore", 9) == 0), 801);
	initialized[1]++;
	check_equal("initialized data", initialized[0] + initialized[1] + initialized[2], 1201);
}
