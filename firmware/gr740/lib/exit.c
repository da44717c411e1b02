/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "exit.h"
#include "uart.h"

void exit(int status)
{
	uart_drain();
	machine_exit(status);
}
