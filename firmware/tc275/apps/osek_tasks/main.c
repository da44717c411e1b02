/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Three periodic tasks under an OSEK kernel that counts by task: what each took although others preempted it, beside what its
   body takes alone with warm caches. The difference is what preemption cost: the kernel's changes of accounts, and lines of
   the data cache that others have displaced. */
#include "check.h"
#include "counters.h"
#include "os.h"
#include "printf.h"
#include "work.h"

enum { CONTROL, FILTER, SURVEY, TASKS };
enum { TOTALS };
/* In ticks of 100 us. */
enum { CONTROL_PERIOD = 10, FILTER_PERIOD = 50, SURVEY_PERIOD = 200, LAST_SURVEY = 2 };

static volatile uint32_t controlled, filtered, surveyed;
static uint32_t surveys, failures;

static void add(volatile uint32_t *total, uint32_t value)
{
	failures += GetResource(TOTALS) != E_OK;
	*total += value;
	failures += ReleaseResource(TOTALS) != E_OK;
}

TASK(control)
{
	add(&controlled, control_step());
	TerminateTask();
}

TASK(filter)
{
	add(&filtered, filter_step());
	TerminateTask();
}

TASK(survey)
{
	add(&surveyed, survey_step());
	if (++surveys == LAST_SURVEY)
		ShutdownOS(E_OK);
	TerminateTask();
}

static const struct os_task tasks[TASKS] = {
	[CONTROL] = { "control", TASK_ENTRY(control), 3, 1 },
	[FILTER] = { "filter", TASK_ENTRY(filter), 2, 1 },
	[SURVEY] = { "survey", TASK_ENTRY(survey), 1, 1 },
};
static const TaskType alarms[TASKS] = { CONTROL, FILTER, SURVEY };
static const uint8_t ceilings[] = { [TOTALS] = 3 };
const struct os_configuration os_configuration = { tasks, alarms, ceilings, TASKS, TASKS, 1, 10 };

static const uint32_t selection = CCTRL_M1(M1_DCACHE_HIT) | CCTRL_M2(M2_DCACHE_MISS_CLEAN) | CCTRL_M3(M3_DMEM_STALL);

/* One pass of a body, the second one in a row. */
static struct counts alone(uint32_t (*body)(void), uint32_t *value)
{
	*value = body();
	counters_clear();
	counters_start(selection);
	struct counts begin = counters_read();
	body();
	struct counts end = counters_read();
	counters_stop();
	return (struct counts){ end.ccnt - begin.ccnt, end.icnt - begin.icnt, end.m1 - begin.m1, end.m2 - begin.m2,
				end.m3 - begin.m3 };
}

static void print(const char *name, const struct os_account *a)
{
	printf("%-8s %5u %9u %8u %8u %7u %6u %7u\n", name, a->begun, a->preempted, a->cycles, a->instructions, a->m1, a->m2,
	       a->m3);
}

int main(void)
{
	uint32_t (*const bodies[TASKS])(void) = { control_step, filter_step, survey_step };
	uint32_t values[TASKS];
	struct counts one[TASKS];
	for (uint32_t i = 0; i < TASKS; i++)
		one[i] = alone(bodies[i], &values[i]);

	SetRelAlarm(CONTROL, CONTROL_PERIOD, CONTROL_PERIOD);
	/* A tick before control, which preempts it. */
	SetRelAlarm(FILTER, CONTROL_PERIOD - 1, FILTER_PERIOD);
	SetRelAlarm(SURVEY, SURVEY_PERIOD, SURVEY_PERIOD);
	os_count(selection);
	StartOS();
	struct counts all = counters_read();
	counters_stop();

	printf("task     begun preempted   cycles instrs   d-hits d-misses stalls\n");
	struct os_account sum = { 0 };
	for (uint32_t i = 0; i < OS_ACCOUNTS; i++) {
		const struct os_account *a = &os_accounts[i];
		if (i < TASKS || i >= OS_KERNEL)
			print(i < TASKS ? tasks[i].name : i == OS_KERNEL ? "kernel" : "idle", a);
		sum.cycles += a->cycles;
		sum.instructions += a->instructions;
		sum.m2 += a->m2;
	}
	for (uint32_t i = 0; i < TASKS; i++) {
		const struct os_account *a = &os_accounts[i];
		printf("%s alone: %u cycles, %u instructions, %u misses; a pass under the kernel: %u, %u, %u\n", tasks[i].name,
		       one[i].ccnt, one[i].icnt, one[i].m2, a->cycles / a->begun, a->instructions / a->begun, a->m2 / a->begun);
	}

	check_equal("calls of the kernel that failed", failures, 0);
	check_equal("passes of survey", os_accounts[SURVEY].begun, LAST_SURVEY);
	check_true("survey was preempted", os_accounts[SURVEY].preempted > LAST_SURVEY);
	check_true("filter was preempted", os_accounts[FILTER].preempted > 0);
	check_equal("control was not", os_accounts[CONTROL].preempted, 0);
	check_equal("what control works out", controlled, os_accounts[CONTROL].begun * values[CONTROL]);
	check_equal("what filter works out", filtered, os_accounts[FILTER].begun * values[FILTER]);
	check_equal("what survey works out", surveyed, os_accounts[SURVEY].begun * values[SURVEY]);
	/* Read once more after the accounts were closed. */
	check_range("cycles that no account has", all.ccnt - sum.cycles, 0, 200);
	check_range("instructions that no account has", all.icnt - sum.instructions, 0, 100);
	for (uint32_t i = 0; i < TASKS; i++) {
		const struct os_account *a = &os_accounts[i];
		/* Two calls of the kernel a pass, and what a change of accounts leaves on both sides of it. */
		check_range(tasks[i].name, a->instructions - a->begun * one[i].icnt, a->begun, 200 * a->begun + 100 * a->left);
	}
	check_true("filter has lost lines to others", os_accounts[FILTER].m2 > os_accounts[FILTER].begun * one[FILTER].m2);
	return check_result();
}
