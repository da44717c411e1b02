/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What the tasks do. A pass of each has the same instructions and gives the same value every time. */
#ifndef WORK_H
#define WORK_H
#include <stdint.h>

/* A controller of 32 channels in the core's own scratchpad. */
uint32_t control_step(void);
/* A filter of 16 taps over 256 samples that lie in cached flash, four times: longer than a tick. */
uint32_t filter_step(void);
/* A check sum of 16 KB of cached flash, twice the data cache, many times. */
uint32_t survey_step(void);
#endif
