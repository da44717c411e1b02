/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Work and temperature: the sensor's start-up protocol, then phases with four,
   two and no busy cores; idle cores are in power-down. */
#include "check.h"
#include "gptimer.h"
#include "printf.h"
#include "smp.h"
#include "thsens.h"

#define PHASE_US 3000
#define SAMPLE_US 1000
#define ROUNDS 3

static volatile uint32_t stop;

/* Integer and floating-point work without memory traffic, about 500 cycles. */
NOINLINE static void work(void)
{
	double a = 1.5, b = 0.999;
	uint32_t x = 1;
	for (int i = 0; i < 50; i++) {
		a = a * b + 0.001;
		x = x * 1103515245u + 12345u;
		__asm__ volatile("" : "+f"(a), "+r"(x));
	}
}

static void busy(void *arg)
{
	(void)arg;
	while (!stop)
		work();
}

static void busy_us(uint32_t microseconds)
{
	uint32_t start = cycles32();
	while (cycles32() - start < microseconds * CYCLES_PER_US)
		work();
}

static void test_protocol(void)
{
	thsens_stop();
	(void)THSENS_STATUS;
	uint32_t off = thsens_degrees();
	delay_us(200);
	check_equal("switched off: no UPD", THSENS_STATUS & THSENS_STATUS_UPD, 0);
	check_equal("  DATA stays", thsens_degrees(), off);

	/* Clock and reset without power: still nothing. */
	THSENS_CTRL = THSENS_DIV << THSENS_CTRL_DIV_SHIFT | THSENS_CTRL_CLKEN | THSENS_CTRL_SRSTN;
	delay_us(200);
	check_equal("PDN=0: no UPD", THSENS_STATUS & THSENS_STATUS_UPD, 0);
	thsens_stop();

	thsens_start();
	int first = thsens_fresh();
	check_range("first conversion, degC", (uint32_t)first, 1, 125);
	check_equal("UPD is cleared by reading STATUS", THSENS_STATUS & THSENS_STATUS_UPD, 0);
	/* Two new values in a row, one conversion apart. */
	(void)thsens_fresh();
	uint32_t start = cycles32();
	int next = thsens_fresh();
	uint32_t period = (cycles32() - start) / CYCLES_PER_US;
	check_true("further conversions", next >= 0);
	check_range("  microseconds between", period, THSENS_CONVERSION_US - 10, THSENS_CONVERSION_US + 10);
	uint32_t status = THSENS_STATUS;
	check_range("MIN <= DATA <= MAX", status & 0x7F, status >> 16 & 0x7F, status >> 24 & 0x7F);
	THSENS_STATUS = 0xFFFFFFFF; /* software writes it back: must do no harm */
	check_range("STATUS is not written", thsens_degrees(), 1, 125);

	thsens_stop();
	uint32_t frozen = thsens_degrees();
	delay_us(200);
	check_equal("stopped again: DATA frozen", thsens_degrees(), frozen);
	thsens_start();
}

static void sample(uint32_t active, uint64_t origin)
{
	uint32_t microseconds = (uint32_t)(cycles64() - origin) / CYCLES_PER_US;
	uint32_t status = THSENS_STATUS;
	printf("%7u us  %u busy  raw %08x  %3u degC\n", microseconds, active, status, status & 0x7F);
}

static void phase(uint32_t active, uint64_t origin)
{
	stop = 0;
	for (uint32_t cpu = 1; cpu < active; cpu++)
		smp_run(cpu, busy, 0);
	for (uint32_t t = 0; t < PHASE_US; t += SAMPLE_US) {
		if (active)
			busy_us(SAMPLE_US);
		else
			sleep_us(SAMPLE_US);
		sample(active, origin);
	}
	stop = 1;
	for (uint32_t cpu = 1; cpu < active; cpu++)
		smp_wait(cpu);
}

int main(void)
{
	uint32_t cores = smp_cores();
	test_protocol();
	smp_start(cores);
	uint64_t origin = cycles64();
	for (int round = 0; round < ROUNDS; round++) {
		phase(cores, origin);
		phase(cores > 2 ? 2 : cores, origin);
		phase(0, origin);
	}
	uint32_t elapsed = (uint32_t)((cycles64() - origin) / CYCLES_PER_US);
	/* Printing takes its time on a real console. */
	check_range("all phases, microseconds", elapsed, ROUNDS * 3 * PHASE_US, 20 * ROUNDS * 3 * PHASE_US);
	check_range("temperature at the end", thsens_degrees(), 1, 125);
	return check_result();
}
