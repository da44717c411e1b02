/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* UART, memory, timer interrupts: what a LEON3 board needs first. Runs on QEMU's leon3_generic too. */
#include <stdint.h>

#define REG(address) (*(volatile uint32_t *)(address))
#define UART_DATA REG(0x80000100)
#define UART_STATUS REG(0x80000104)
#define UART_CTRL REG(0x80000108)
#define IRQMP_MASK0 REG(0x80000240)
#define GPTIMER_SRELOAD REG(0x80000304)
#define GPTIMER_CONFIG REG(0x80000308)
#define GPTIMER_TRLDVAL1 REG(0x80000314)
#define GPTIMER_TCTRL1 REG(0x80000318)

volatile uint32_t ticks;
static uint32_t words[4096];

static void put(const char *text)
{
	for (; *text; text++) {
		while (!(UART_STATUS & 4))
			;
		UART_DATA = (uint8_t)*text;
	}
}

static void set_pil(uint32_t level)
{
	uint32_t psr;
	__asm__ volatile("rd %%psr, %0" : "=r"(psr));
	__asm__ volatile("wr %0, 0, %%psr; nop; nop; nop" ::"r"((psr & ~0xf00u) | level << 8));
}

static uint32_t checksum(void)
{
	uint32_t sum = 0;
	for (uint32_t round = 0; round < 4; round++)
		for (uint32_t i = 0; i < 4096; i++) {
			words[i] += i * round;
			sum += words[i] ^ (sum >> 3);
		}
	return sum;
}

int main(void)
{
	UART_CTRL = 3; /* RE, TE */
	put("Hello from a LEON3\n");
	uint32_t sum = checksum();

	GPTIMER_SRELOAD = 39;
	IRQMP_MASK0 = 1u << (GPTIMER_CONFIG >> 3 & 31);
	GPTIMER_TRLDVAL1 = 999;
	GPTIMER_TCTRL1 = 0xf; /* EN, RS, LD, IE */
	set_pil(0);
	while (ticks < 5)
		;
	set_pil(15);
	put("five timer interrupts\n");
	/* The sum that the same loop gives on the host. */
	int right = sum == 0x27c5b9b9u;
	put(right ? "checksum OK\n" : "checksum FAIL\n");
	return !right;
}
