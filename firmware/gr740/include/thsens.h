/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* GR740THSENS, the temperature sensor controller (UM 2.9 ch. 29). */
#ifndef THSENS_H
#define THSENS_H
#include "regs.h"

#define THSENS_CTRL REG32(THSENS_BASE + 0x0)
#define THSENS_STATUS REG32(THSENS_BASE + 0x4)
#define THSENS_THRES REG32(THSENS_BASE + 0x8)

#define THSENS_CTRL_DIV_SHIFT 16
#define THSENS_CTRL_ALEN (1u << 8)
#define THSENS_CTRL_PDN (1u << 7)
#define THSENS_CTRL_DCORRECT_SHIFT 2
#define THSENS_CTRL_SRSTN (1u << 1)
#define THSENS_CTRL_CLKEN (1u << 0)
#define THSENS_STATUS_UPD (1u << 9)
#define THSENS_STATUS_DATA 0x7Fu

/* 250 MHz / 625 = 400 kHz, inside the sensor's 250-500 kHz. */
#define THSENS_DIV 625
/* First result: 1 ms after power-up and one conversion of 25 sensor clocks. */
#define THSENS_CONVERSION_US (25 * THSENS_DIV / CYCLES_PER_US)
#define THSENS_STARTUP_US (1000 + THSENS_CONVERSION_US + 1)

/* Start-up order: divider, correction, clock, out of reset, power; then the
   wait for the first conversion. */
void thsens_start(void);
void thsens_stop(void);
/* Degrees C of the last conversion, new or not. */
uint32_t thsens_degrees(void);
/* Waits for UPD; returns -1 if none came within two conversions. */
int thsens_fresh(void);
#endif
