/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Integer work of several kinds in 8 KiB of data: a list sorted, a CRC by table, a product of matrices, a scanner of
   numbers. */
#include "check.h"
#include <stddef.h>
#include <stdint.h>

#define NODES 256u
#define BYTES 2048u
#define N 12
#define TIMES 60u
#define APART __attribute__((noinline, noclone))

struct node {
	struct node *next;
	int32_t key;
};

static struct node nodes[NODES];
static uint32_t table[256];
static uint8_t bytes[BYTES];
static int32_t a[N][N], b[N][N], c[N][N];
static uint32_t seed;

static uint32_t random_number(void)
{
	seed = seed * 1664525u + 1013904223u;
	return seed >> 8;
}

static struct node *merge(struct node *x, struct node *y)
{
	struct node head, *end = &head;
	while (x && y) {
		struct node **least = x->key <= y->key ? &x : &y;
		end->next = *least;
		end = *least;
		*least = end->next;
	}
	end->next = x ? x : y;
	return head.next;
}

APART static struct node *sort(struct node *list)
{
	if (!list || !list->next)
		return list;
	struct node *middle = list;
	for (struct node *end = list->next; end && end->next; end = end->next->next)
		middle = middle->next;
	struct node *second = middle->next;
	middle->next = NULL;
	return merge(sort(list), sort(second));
}

/* 1 when the keys of the sorted list ascend and none is lost. */
APART static uint32_t sorted(void)
{
	for (uint32_t i = 0; i < NODES; i++)
		nodes[i] = (struct node){ i + 1 < NODES ? &nodes[i + 1] : NULL, (int32_t)(random_number() & 0xffff) };
	uint32_t count = 0;
	int32_t last = -1;
	for (struct node *n = sort(nodes); n && n->key >= last; n = n->next, count++)
		last = n->key;
	return count == NODES;
}

APART static uint32_t crc(void)
{
	uint32_t sum = ~0u;
	for (uint32_t i = 0; i < BYTES; i++)
		sum = table[(sum ^ bytes[i]) & 0xff] ^ sum >> 8;
	return ~sum;
}

APART static int32_t product(int32_t k)
{
	int32_t trace = 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) {
			a[i][j] = i + j + k;
			b[i][j] = i == j;
		}
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) {
			int32_t sum = 0;
			for (int m = 0; m < N; m++)
				sum += a[i][m] * b[m][j];
			c[i][j] = sum;
		}
	for (int i = 0; i < N; i++)
		trace += c[i][i];
	return trace;
}

/* Decimal and hexadecimal numbers, and words, in the text of `bytes`. */
APART static uint32_t numbers(void)
{
	enum { BETWEEN, ZERO, DECIMAL, HEXADECIMAL, WORD } state = BETWEEN;
	uint32_t found = 0;
	for (uint32_t i = 0; i < BYTES; i++) {
		uint8_t ch = bytes[i];
		int digit = ch >= '0' && ch <= '9';
		switch (state) {
		case BETWEEN:
			state = ch == ' ' ? BETWEEN : ch == '0' ? ZERO : digit ? DECIMAL : WORD;
			break;
		case ZERO:
			found += ch == ' ';
			state = ch == ' ' ? BETWEEN : ch == 'x' ? HEXADECIMAL : digit ? DECIMAL : WORD;
			break;
		case DECIMAL:
			found += ch == ' ';
			state = ch == ' ' ? BETWEEN : digit ? DECIMAL : WORD;
			break;
		case HEXADECIMAL:
			found += (uint32_t)(ch == ' ') << 8;
			state = ch == ' ' ? BETWEEN : digit || (ch >= 'a' && ch <= 'f') ? HEXADECIMAL : WORD;
			break;
		case WORD:
			found += (uint32_t)(ch == ' ') << 16;
			state = ch == ' ' ? BETWEEN : WORD;
			break;
		}
	}
	return found;
}

int main(void)
{
	static const char text[] = "12 0x3f go 0 77b 0x1g 2048 mix ";
	for (uint32_t i = 0; i < 256; i++) {
		table[i] = i;
		for (int bit = 0; bit < 8; bit++)
			table[i] = table[i] >> 1 ^ (table[i] & 1 ? 0xedb88320u : 0);
	}
	for (uint32_t i = 0; i < BYTES; i++)
		bytes[i] = (uint8_t)text[i % (sizeof text - 1)];
	uint32_t check = crc(), scanned = numbers(), right = 0;
	for (uint32_t k = 0; k < TIMES; k++) {
		right += sorted();
		right += product((int32_t)k) == N * (N - 1) + N * (int32_t)k;
		for (int i = 0; i < 4; i++)
			right += crc() == check && numbers() == scanned;
	}
	check_true("each part as often as it was done", right == 6 * TIMES);
	return check_result();
}
