/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef CLOCK_H
#define CLOCK_H
/* From a 20 MHz crystal: cores and SRI 200 MHz, SPB and STM 100 MHz, flash wait states to match. */
void clock_init(void);
#endif
