/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Three cores at work at once: code and tables in cached flash, data in the own DSPR, results in the LMU. */
#include "check.h"
#include "smp.h"

#define ROUNDS 400u
#define WORDS 512u

static const uint32_t sbox[256] = {
#define ROW(n) (n) * 0x9E3779B9u ^ 0x7F4A7C15u, (n) * 0x85EBCA6Bu + 1u, (n) * 0xC2B2AE35u ^ 0x165667B1u, (n) * 0x27D4EB2Fu + 7u
#define ROWS(n) ROW(n), ROW((n) + 1), ROW((n) + 2), ROW((n) + 3)
#define ROWS16(n) ROWS(n), ROWS((n) + 4), ROWS((n) + 8), ROWS((n) + 12)
	ROWS16(1u), ROWS16(17u), ROWS16(33u), ROWS16(49u)
};

static uint32_t data0[WORDS] IN_DSPR_BSS(0);
static uint32_t data1[WORDS] IN_DSPR_BSS(1);
static uint32_t data2[WORDS] IN_DSPR_BSS(2);
static uint32_t *const data[] = { data0, data1, data2 };
static volatile uint32_t results[CORES] IN_LMU_UNCACHED;
static volatile uint32_t done IN_LMU_UNCACHED;

NOINLINE static uint32_t substitute(uint32_t *w, uint32_t n, uint32_t key)
{
	for (uint32_t i = 0; i < n; i++) {
		uint32_t v = w[i] ^ key;
		w[i] = sbox[v & 255] ^ sbox[v >> 8 & 255] << 1 ^ sbox[v >> 16 & 255] << 2 ^ sbox[v >> 24] << 3;
		key += w[i];
	}
	return key;
}

NOINLINE static uint32_t smooth(uint32_t *w, uint32_t n)
{
	uint32_t sum = 0;
	for (uint32_t i = 1; i + 1 < n; i++) {
		w[i] = (w[i - 1] >> 2) + (w[i] >> 1) + (w[i + 1] >> 2);
		sum += w[i] > 0x40000000u ? w[i] : i * 3;
	}
	return sum;
}

NOINLINE static uint32_t multiply(const uint32_t *w, uint32_t n, uint32_t m)
{
	uint32_t sum = 0;
	for (uint32_t i = 0; i < n; i++)
		sum += w[i] * m + (sum >> 3);
	return sum;
}

static void work(void)
{
	uint32_t *w = data[core_index()], hash = 0;
	for (uint32_t i = 0; i < ROUNDS; i++) {
		hash ^= substitute(w, WORDS, i);
		hash += smooth(w, WORDS);
		hash ^= multiply(w, WORDS, i | 1);
	}
	results[core_index()] = hash;
	fetch_add32(&done, 1);
}

void main_cpu1(void)
{
	work();
}

void main_cpu2(void)
{
	work();
}

int main(void)
{
	work();
	while (done < CORES)
		;
	check_equal("cpu1 as cpu0", results[1], results[0]);
	check_equal("cpu2 as cpu0", results[2], results[0]);
	return check_result();
}
