/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A kernel with the interface of OSEK/VDX (Operating System, version 2.2.3) on one core, conformance class BCC2: tasks of
 * fixed priority that run to their end on one stack, preempted by more urgent ones; several activations; resources with the
 * priority ceiling; alarms that activate tasks. It counts by task: what the performance counters say is charged to the task
 * that runs, to the kernel, or to nobody (idle).
 *
 * Not there: events and extended tasks, messages, error and start-up hooks, application modes. StartOS returns
 * after ShutdownOS, when the tasks that are under way have ended. */
#ifndef OS_H
#define OS_H
#include <stdint.h>

typedef uint8_t StatusType;
typedef uint8_t TaskType;
typedef uint8_t ResourceType;
typedef uint8_t AlarmType;
typedef uint32_t TickType;

/* Section 13.1 of the specification. */
enum {
	E_OK = 0,
	E_OS_ACCESS = 1,
	E_OS_ID = 3,
	E_OS_LIMIT = 4,
	E_OS_NOFUNC = 5,
	E_OS_STATE = 7,
	E_OS_VALUE = 8,
};

#define INVALID_TASK ((TaskType)0xFF)
/* One tick of the system counter, in STM ticks: 100 us. */
enum { OS_TICK = 10000 };
enum { OS_MOST_TASKS = 8, OS_MOST_ALARMS = 8, OS_MOST_RESOURCES = 8 };

/* What a generator makes of an OIL file; defined by the application. Priorities begin at 1, the highest is the most urgent. */
struct os_task {
	const char *name;
	void (*entry)(void);
	uint8_t priority;
	/* Activations that may wait, the one that runs included. */
	uint8_t activations;
};
struct os_configuration {
	const struct os_task *tasks;
	/* The task that each alarm activates. */
	const TaskType *alarms;
	/* The ceiling priority of each resource. */
	const uint8_t *resources;
	uint8_t task_count, alarm_count, resource_count;
	/* Of the interrupt of the system counter. */
	uint8_t interrupt_priority;
};
extern const struct os_configuration os_configuration;

#define TASK(name) static void task_##name(void)
#define TASK_ENTRY(name) task_##name
/* Tasks share a stack: only the function of the task itself ends it. */
#define TerminateTask() return
#define ChainTask(task) \
	do { \
		os_chain(task); \
		return; \
	} while (0)

StatusType ActivateTask(TaskType task);
StatusType GetTaskID(TaskType *task);
StatusType GetResource(ResourceType resource);
StatusType ReleaseResource(ResourceType resource);
/* In `increment` ticks, then every `cycle` ticks if that is not 0. */
StatusType SetRelAlarm(AlarmType alarm, TickType increment, TickType cycle);
StatusType CancelAlarm(AlarmType alarm);
void StartOS(void);
void ShutdownOS(StatusType error);
void os_chain(TaskType task);

/* Counts that are charged to a task, the kernel or idle time: CCNT, ICNT, M1CNT to M3CNT. */
struct os_account {
	uint32_t cycles, instructions, m1, m2, m3;
	/* Activations that have begun, and how often a more urgent task began in the middle of one. */
	uint32_t begun, preempted;
	/* How often the account was left: each time costs it the instructions up to the reading of the counters, and those
	   behind it. */
	uint32_t left;
};
/* Accounts of the tasks; OS_KERNEL and OS_IDLE behind them. */
enum { OS_KERNEL = OS_MOST_TASKS, OS_IDLE, OS_ACCOUNTS };
extern struct os_account os_accounts[OS_ACCOUNTS];

/* From now on counts are charged to account `to`; the account until now. Interrupts are off. */
uint8_t os_charge(uint8_t to);
/* Clears the accounts and starts the counters with this selection of CCTRL. */
void os_count(uint32_t selection);
#endif
