/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "os.h"
#include "interrupt.h"
#include "stm.h"

static struct {
	TaskType running;
	/* Of what runs, raised by the resources that it has; 0 when idle. */
	uint32_t priority;
	uint32_t stopped;
	/* The kernel serves an interrupt: nothing is dispatched before its end. */
	uint32_t in_interrupt;
	TickType ticks;
} os = { .running = INVALID_TASK };

/* Activations that have not ended. */
static uint8_t activations[OS_MOST_TASKS];

static struct {
	uint32_t set;
	TickType at, cycle;
} alarms[OS_MOST_ALARMS];

/* Resources that are taken, the last one on top, with the priority before. */
static struct {
	ResourceType resource;
	uint32_t priority;
} taken[OS_MOST_RESOURCES];
static uint32_t taken_count;

static uint32_t lock(void)
{
	uint32_t icr = MFCR(CSFR_ICR);
	interrupts_disable();
	return icr;
}

static void unlock(uint32_t icr)
{
	if (icr & ICR_IE)
		interrupts_enable();
}

/* Whether an activation has begun: of the running task, and of those that it has preempted, directly or not. */
static uint8_t under_way[OS_MOST_TASKS];

/* The most urgent task that waits, if it is more urgent than `priority`. */
static TaskType next_above(uint32_t priority)
{
	TaskType next = INVALID_TASK;
	for (TaskType i = 0; i < os_configuration.task_count; i++) {
		uint32_t its = os_configuration.tasks[i].priority;
		if (activations[i] > under_way[i] && its > priority) {
			priority = its;
			next = i;
		}
	}
	return next;
}

/* Runs the tasks that are more urgent than what runs now. Interrupts are off. */
static void dispatch(void)
{
	TaskType next = next_above(os.priority);
	if (next == INVALID_TASK)
		return;
	uint32_t icr = MFCR(CSFR_ICR);
	TaskType was = os.running;
	uint32_t priority = os.priority;
	uint8_t account = os_charge(OS_KERNEL);
	if (was != INVALID_TASK)
		os_accounts[was].preempted++;
	for (; next != INVALID_TASK; next = next_above(priority)) {
		os.running = next;
		os.priority = os_configuration.tasks[next].priority;
		under_way[next] = 1;
		os_accounts[next].begun++;
		interrupt_level(0);
		os_charge(next);
		interrupts_enable();
		os_configuration.tasks[next].entry();
		interrupts_disable();
		os_charge(OS_KERNEL);
		under_way[next] = 0;
		activations[next]--;
	}
	os.running = was;
	os.priority = priority;
	interrupt_level(icr & ICR_CCPN);
	os_charge(account);
}

static StatusType activate(TaskType task)
{
	if (task >= os_configuration.task_count)
		return E_OS_ID;
	if (activations[task] >= os_configuration.tasks[task].activations)
		return E_OS_LIMIT;
	activations[task]++;
	return E_OK;
}

StatusType ActivateTask(TaskType task)
{
	uint32_t icr = lock();
	StatusType status = activate(task);
	if (!os.in_interrupt)
		dispatch();
	unlock(icr);
	return status;
}

void os_chain(TaskType task)
{
	uint32_t icr = lock();
	/* Its own activation ends with it, so there is room for one more. */
	if (task == os.running)
		activations[task]++;
	else
		activate(task);
	unlock(icr);
}

StatusType GetTaskID(TaskType *task)
{
	*task = os.running;
	return E_OK;
}

StatusType GetResource(ResourceType resource)
{
	if (resource >= os_configuration.resource_count)
		return E_OS_ID;
	uint32_t icr = lock();
	uint32_t ceiling = os_configuration.resources[resource];
	StatusType status = E_OS_ACCESS;
	if (os.priority <= ceiling && taken_count < OS_MOST_RESOURCES) {
		taken[taken_count].resource = resource;
		taken[taken_count].priority = os.priority;
		taken_count++;
		os.priority = ceiling;
		status = E_OK;
	}
	unlock(icr);
	return status;
}

StatusType ReleaseResource(ResourceType resource)
{
	if (resource >= os_configuration.resource_count)
		return E_OS_ID;
	uint32_t icr = lock();
	StatusType status = E_OS_NOFUNC;
	if (taken_count && taken[taken_count - 1].resource == resource) {
		taken_count--;
		os.priority = taken[taken_count].priority;
		status = E_OK;
		if (!os.in_interrupt)
			dispatch();
	}
	unlock(icr);
	return status;
}

StatusType SetRelAlarm(AlarmType alarm, TickType increment, TickType cycle)
{
	if (alarm >= os_configuration.alarm_count)
		return E_OS_ID;
	if (!increment)
		return E_OS_VALUE;
	uint32_t icr = lock();
	StatusType status = E_OS_STATE;
	if (!alarms[alarm].set) {
		alarms[alarm].set = 1;
		alarms[alarm].at = os.ticks + increment;
		alarms[alarm].cycle = cycle;
		status = E_OK;
	}
	unlock(icr);
	return status;
}

StatusType CancelAlarm(AlarmType alarm)
{
	if (alarm >= os_configuration.alarm_count)
		return E_OS_ID;
	uint32_t icr = lock();
	StatusType status = alarms[alarm].set ? E_OK : E_OS_NOFUNC;
	alarms[alarm].set = 0;
	unlock(icr);
	return status;
}

static void count_a_tick(void)
{
	os.ticks++;
	for (AlarmType i = 0; i < os_configuration.alarm_count; i++) {
		if (!alarms[i].set || alarms[i].at != os.ticks)
			continue;
		alarms[i].at += alarms[i].cycle;
		alarms[i].set = alarms[i].cycle != 0;
		activate(os_configuration.alarms[i]);
	}
}

/* Compare 0 of this core's timer: the tasks that it has activated run before it returns. */
static void on_compare(uint32_t priority)
{
	(void)priority;
	interrupts_disable();
	uint8_t account = os_charge(OS_KERNEL);
	uint32_t timer = core_index();
	STM_ISCR(timer) = STM_ISCR_CMP0IRR;
	STM_CMP0(timer) += OS_TICK;
	os.in_interrupt = 1;
	count_a_tick();
	os.in_interrupt = 0;
	dispatch();
	os_charge(account);
}

void StartOS(void)
{
	uint32_t core = core_index();
	os.stopped = 0;
	interrupt_set(os_configuration.interrupt_priority, on_compare);
	interrupt_route(&SRC_STM_SR0(core), core, os_configuration.interrupt_priority);
	stm_compare_in(core, OS_TICK);
	os_charge(OS_IDLE);
	interrupts_enable();
	while (!*(volatile uint32_t *)&os.stopped)
		;
	interrupts_disable();
	os_charge(OS_KERNEL);
	STM_ICR(core) = 0;
}

void ShutdownOS(StatusType error)
{
	(void)error;
	os.stopped = 1;
}
