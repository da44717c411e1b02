/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* For a lesson: checksums of words by layers.c, whose calls are deeper than the register windows. */
#include "layers.h"
#include "printf.h"

#define WORDS 500u

volatile uint32_t sum;

int main(void)
{
	for (uint32_t i = 0; i < WORDS; i++)
		sum += checksum(i);
	printf("sum %u\n", sum);
	return 0;
}
