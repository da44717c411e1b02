/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A TC1.6P reads and writes every kind of memory: own and remote DSPR, LMU through the data cache and past
   it, flash in both views. */
#include "check.h"
#include "regs.h"

#define WORDS 2048u
#define PASSES 60u

static uint32_t own[WORDS];
static uint32_t remote[WORDS] IN_DSPR_BSS(0);
static uint32_t lmu[WORDS] IN_LMU;
static uint32_t lmu_uncached[WORDS] IN_LMU_UNCACHED;

/* Same address through the non-cached view. */
#define UNCACHED(address) ((const uint32_t *)((uint32_t)(address) + 0x20000000u))

NOINLINE static uint32_t change(uint32_t *w, uint32_t n, uint32_t k)
{
	uint32_t sum = 0;
	for (uint32_t i = 0; i < n; i++) {
		w[i] += k;
		sum += w[i];
	}
	return sum;
}

NOINLINE static uint32_t read(const uint32_t *w, uint32_t n)
{
	uint32_t hash = 0;
	for (uint32_t i = 0; i < n; i++)
		hash = (hash << 1 | hash >> 31) ^ w[i];
	return hash;
}

static void change_all(const char *what, uint32_t *w)
{
	uint32_t sum = 0;
	for (uint32_t k = 1; k <= PASSES; k++)
		sum = change(w, WORDS, k);
	check_equal(what, sum, WORDS * (PASSES * (PASSES + 1) / 2));
}

int main(void)
{
	const uint32_t *code = (const uint32_t *)0x80000000u;
	change_all("own DSPR", own);
	change_all("remote DSPR", remote);
	change_all("LMU, cached", lmu);
	change_all("LMU, not cached", lmu_uncached);
	uint32_t cached = 0, uncached = 0;
	for (uint32_t k = 0; k < PASSES / 4; k++) {
		cached = read(code, WORDS * 2);
		uncached = read(UNCACHED(code), WORDS * 2);
	}
	check_equal("flash in both views", cached, uncached);
	return check_result();
}
