/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "work.h"
#include "regs.h"

enum { CHANNELS = 32, SAMPLES = 256, TAPS = 16, TABLE = 4096, ROUNDS = 24, PASSES = 4 };

static const int32_t samples[SAMPLES] = { [0] = 1000, [17] = -300, [100] = 700, [200] = -50 };
static const int32_t taps[TAPS] = { 1, 2, 4, 8, 16, 24, 32, 40, 40, 32, 24, 16, 8, 4, 2, 1 };
static const uint32_t table[TABLE] = { [1] = 0x1021, [999] = 7, [TABLE - 1] = 0x8408 };

static IN_DSPR_BSS(1) struct {
	int32_t error, integral;
} channels[CHANNELS];

NOINLINE uint32_t control_step(void)
{
	int32_t sum = 0;
	for (uint32_t i = 0; i < CHANNELS; i++) {
		int32_t error = (int32_t)(3 * i) - 40;
		int32_t integral = error / 4;
		for (uint32_t round = 0; round < 16; round++) {
			integral += error >> 1;
			error -= integral >> 3;
		}
		channels[i].error = error;
		channels[i].integral = integral;
		sum += error + integral;
	}
	return (uint32_t)sum & 0xFFFF;
}

NOINLINE uint32_t filter_step(void)
{
	uint32_t sum = 0;
	for (uint32_t pass = 0; pass < PASSES; pass++)
		for (uint32_t i = 0; i + TAPS <= SAMPLES; i++) {
			int32_t out = 0;
			for (uint32_t k = 0; k < TAPS; k++)
				out += taps[k] * samples[i + k];
			sum += (uint32_t)out;
		}
	return sum & 0xFFFF;
}

NOINLINE uint32_t survey_step(void)
{
	uint32_t sum = 0;
	for (uint32_t round = 0; round < ROUNDS; round++)
		for (uint32_t i = 0; i < TABLE; i++)
			sum = (sum << 1 | sum >> 31) + table[i];
	return sum & 0xFFFF;
}
