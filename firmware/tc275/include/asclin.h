/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef ASCLIN_H
#define ASCLIN_H
/* Console: ASCLIN0 as UART, 115200 baud, 8N1, TX at P14.0. */
void asclin_init(void);
#endif
