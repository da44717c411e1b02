/* Sums an array in two orders, and asks the timer of a LEON3 how long each of them took. */
#include <stdint.h>

#define REG(address) (*(volatile uint32_t *)(address))

/* APBUART, the console. */
#define UART_DATA REG(0x80000100)
#define UART_STATUS REG(0x80000104)
#define UART_CONTROL REG(0x80000108)
#define UART_FULL 0x200u

/* GPTIMER: the scaler divides the clock, timer 1 counts its underflows, down to zero. */
#define SCALER REG(0x80000300)
#define SCALER_RELOAD REG(0x80000304)
#define TIMER_VALUE REG(0x80000310)
#define TIMER_RELOAD REG(0x80000314)
#define TIMER_CONTROL REG(0x80000318)
#define TIMER_ON_AND_LOAD 7u

/* A store here ends the run with this status. It exists in the simulator only. */
#define EXIT REG(0xE8000000)

enum { COUNT = 8192 };
static uint32_t numbers[COUNT];

static void put(const char *text)
{
	for (; *text; text++) {
		while (UART_STATUS & UART_FULL)
			;
		UART_DATA = (uint8_t)*text;
	}
}

static void put_number(uint32_t n)
{
	char digits[11];
	char *at = digits + 10;
	*at = 0;
	do
		*--at = (char)('0' + n % 10);
	while (n /= 10);
	put(at);
}

/* Every STEP-th number, then the ones beside them, and so on: each number once. */
static uint32_t __attribute__((noinline)) sum(uint32_t step)
{
	uint32_t all = 0;
	__asm__ volatile("" ::: "memory"); /* so that the call stays where it is */
	for (uint32_t first = 0; first < step; first++)
		for (uint32_t i = first; i < COUNT; i += step)
			all += numbers[i];
	return all;
}

static uint32_t measure(uint32_t step)
{
	uint32_t begin = TIMER_VALUE;
	uint32_t all = sum(step);
	uint32_t end = TIMER_VALUE;
	put("step ");
	put_number(step);
	put(": ");
	put_number((begin - end) / 10);
	put(" us\n");
	return all;
}

/* Execution begins here: no C library, no start code. The stack is there, and .bss is zero. */
void _start(void)
{
	UART_CONTROL = 3; /* receiver and transmitter on */
	SCALER_RELOAD = 9; /* 100 MHz / 10 */
	SCALER = 9;
	TIMER_RELOAD = 0xFFFFFFFFu;
	TIMER_CONTROL = TIMER_ON_AND_LOAD;
	for (uint32_t i = 0; i < COUNT; i++)
		numbers[i] = i;
	uint32_t by_one = measure(1);
	uint32_t by_eight = measure(8);
	EXIT = by_one == by_eight && by_one == (COUNT - 1u) * COUNT / 2 ? 0 : 1;
	for (;;)
		;
}
