/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef UART_H
#define UART_H
void uart_putc(char c);
/* Waits until the last bit has left the shift register. */
void uart_drain(void);
#endif
