/* Sums an array in two orders, and asks the counters of the GR740 (L4STAT) what each of them cost. */
#include <stdint.h>

#define REG(address) (*(volatile uint32_t *)(address))

/* APBUART 0, the console. */
#define UART_DATA REG(0xFF900000)
#define UART_STATUS REG(0xFF900004)
#define UART_CONTROL REG(0xFF900008)
#define UART_FULL 0x200u

/* L4STAT: sixteen counters of 32 bits. */
#define COUNTER_VALUE(n) REG(0xFFA0D000 + 4 * (n))
#define COUNTER_CONTROL(n) REG(0xFFA0D080 + 4 * (n))
#define COUNTER_ON (1u << 12)

/* A store here ends the run with this status. It exists in the simulator only. */
#define EXIT REG(0xE8000000)

enum { CYCLES = 0x15, INSTRUCTIONS = 0x11, READ_MISSES = 0x08 };

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

static void start_counter(int n, uint32_t event)
{
	COUNTER_CONTROL(n) = 0;
	COUNTER_VALUE(n) = 0;
	COUNTER_CONTROL(n) = COUNTER_ON | event << 4;
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
	start_counter(0, CYCLES);
	start_counter(1, INSTRUCTIONS);
	start_counter(2, READ_MISSES);
	uint32_t all = sum(step);
	uint32_t cycles = COUNTER_VALUE(0);
	uint32_t instructions = COUNTER_VALUE(1);
	uint32_t misses = COUNTER_VALUE(2);
	put("step ");
	put_number(step);
	put(": ");
	put_number(cycles);
	put(" cycles, ");
	put_number(instructions);
	put(" instructions, ");
	put_number(misses);
	put(" read misses\n");
	return all;
}

/* Execution begins here: no C library, no start code. The stack is there, and .bss is zero. */
void _start(void)
{
	UART_CONTROL = 3; /* receiver and transmitter on */
	for (uint32_t i = 0; i < COUNT; i++)
		numbers[i] = i;
	uint32_t by_one = measure(1);
	uint32_t by_eight = measure(8);
	EXIT = by_one == by_eight && by_one == (COUNT - 1u) * COUNT / 2 ? 0 : 1;
	for (;;)
		;
}
