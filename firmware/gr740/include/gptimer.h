/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* GPTIMER units (UM 2.9, chapter on the general purpose timer units). */
#ifndef GPTIMER_H
#define GPTIMER_H
#include "regs.h"

#define GPTIMER_UNIT(u) (GPTIMER0_BASE + 0x1000u * (u))
#define GPTIMER_SCALER(u) REG32(GPTIMER_UNIT(u) + 0x0)
#define GPTIMER_SRELOAD(u) REG32(GPTIMER_UNIT(u) + 0x4)
#define GPTIMER_CONFIG(u) REG32(GPTIMER_UNIT(u) + 0x8)
/* Timers count from 1, as the manual's register names do. */
#define GPTIMER_TCNTVAL(u, n) REG32(GPTIMER_UNIT(u) + 0x10 * (n) + 0x0)
#define GPTIMER_TRLDVAL(u, n) REG32(GPTIMER_UNIT(u) + 0x10 * (n) + 0x4)
#define GPTIMER_TCTRL(u, n) REG32(GPTIMER_UNIT(u) + 0x10 * (n) + 0x8)

#define TCTRL_CH (1u << 5)
#define TCTRL_IP (1u << 4)
#define TCTRL_IE (1u << 3)
#define TCTRL_LD (1u << 2)
#define TCTRL_RS (1u << 1)
#define TCTRL_EN (1u << 0)

/* Ticks of timer n of a unit: SRELOAD is set to 1 MHz. */
void gptimer_start(uint32_t unit, uint32_t n, uint32_t microseconds, uint32_t options);
void gptimer_stop(uint32_t unit, uint32_t n);
/* Interrupt line of a timer, from CONFIG (SI: one line a timer). */
uint32_t gptimer_irq(uint32_t unit, uint32_t n);
/* Busy wait on the system counter, and sleep in power-down until a one-shot
   interrupt of timer 2 of unit 0. The sleep is for cpu0 alone. */
void delay_us(uint32_t microseconds);
void sleep_us(uint32_t microseconds);
#endif
