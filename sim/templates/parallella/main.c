/* Sums an array in the core's own memory and one in the DRAM, and asks the event timers of an Epiphany core
   what each of them cost. */
#include <stdint.h>
#include <stdio.h>

#define MOVFS(reg) ({ uint32_t v_; __asm__ volatile("movfs %0, " #reg : "=r"(v_) : : "memory"); v_; })
#define MOVTS(reg, value) __asm__ volatile("movts " #reg ", %0" : : "r"((uint32_t)(value)) : "memory")

/* Events of CTIMER0 and CTIMER1, in bits 4 to 11 of CONFIG. The timers count down. */
enum { CYCLES = 1, LOAD_STALLS = 13 };
#define BEGIN 0xFFFFFFFFu

enum { COUNT = 1024 };
static uint32_t near[COUNT];
/* The DRAM that the cores share with the host. */
#define FAR ((volatile uint32_t *)0x8F000000)

static uint32_t __attribute__((noinline)) sum(const volatile uint32_t *numbers)
{
	uint32_t all = 0;
	for (uint32_t i = 0; i < COUNT; i++)
		all += numbers[i];
	return all;
}

static uint32_t measure(const char *where, const volatile uint32_t *numbers)
{
	uint32_t off = MOVFS(config) & ~0xFF0u;
	MOVTS(config, off);
	MOVTS(ctimer0, BEGIN);
	MOVTS(ctimer1, BEGIN);
	MOVTS(config, off | CYCLES << 4 | LOAD_STALLS << 8);
	uint32_t all = sum(numbers);
	MOVTS(config, off);
	uint32_t cycles = BEGIN - MOVFS(ctimer0);
	uint32_t stalls = BEGIN - MOVFS(ctimer1);
	printf("%s: %lu cycles, %lu of them waiting for loads from outside\n", where, (unsigned long)cycles,
	       (unsigned long)stalls);
	return all;
}

/* On the first core. What main returns is the status of the run. */
int main(void)
{
	for (uint32_t i = 0; i < COUNT; i++)
		near[i] = FAR[i] = i;
	uint32_t own = measure("own memory", near);
	uint32_t dram = measure("shared DRAM", FAR);
	return own == dram && own == (COUNT - 1u) * COUNT / 2 ? 0 : 1;
}
