/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* For a lesson: a table that nobody touches for a millisecond, while bits of it flip; then its sum. */
#include "gptimer.h"
#include "printf.h"
#include "protect.h"

#define FOUR(n) n, n + 1, n + 2, n + 3
#define SIXTEEN(n) FOUR(n), FOUR(n + 4), FOUR(n + 8), FOUR(n + 12)
#define SIXTY_FOUR(n) SIXTEEN(n), SIXTEEN(n + 16), SIXTEEN(n + 32), SIXTEEN(n + 48)

const uint32_t table[WORDS] __attribute__((aligned(4096))) = {
	SIXTY_FOUR(1), SIXTY_FOUR(65), SIXTY_FOUR(129), SIXTY_FOUR(193)
};

volatile uint32_t sum;

int main(void)
{
	protect();
	delay_us(1000);
	for (uint32_t i = 0; i < WORDS; i++)
		sum += ((const volatile uint32_t *)table)[i];
	printf("sum %u, %u expected\n", sum, WORDS * (WORDS + 1) / 2);
	return sum != WORDS * (WORDS + 1) / 2;
}
