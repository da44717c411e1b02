/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* L4STAT, the statistics unit (UM 2.9 ch. 35). The calls have the names, return
   codes and options of the RTEMS driver's interface, so that measuring code
   moves between the two. */
#ifndef L4STAT_H
#define L4STAT_H
#include "regs.h"

#define L4STAT_COUNTERS 16
#define L4STAT_CVAL(n) REG32(L4STAT_BASE + 0x000 + 4 * (n))
#define L4STAT_CCTRL(n) REG32(L4STAT_BASE + 0x080 + 4 * (n))
#define L4STAT_CSVAL(n) REG32(L4STAT_BASE + 0x100 + 4 * (n))
#define L4STAT_TSTAMP REG32(L4STAT_BASE + 0x180)

/* CCTRL */
#define L4STAT_NCPU(ctrl) ((ctrl) >> 28)
#define L4STAT_NCNT(ctrl) ((ctrl) >> 23 & 0x1F)
#define L4STAT_MC (1u << 22)
#define L4STAT_IA (1u << 21)
#define L4STAT_DS (1u << 20)
#define L4STAT_EE (1u << 19)
#define L4STAT_AE (1u << 18)
#define L4STAT_EN (1u << 12)
#define L4STAT_EVENT_SHIFT 4

enum l4stat_result {
	L4STAT_ERR_OK = 0,
	L4STAT_ERR_EINVAL = -1,
	L4STAT_ERR_ERROR = -2,
	L4STAT_ERR_TOOMANY = -3,
	L4STAT_ERR_IMPLEMENTED = -4,
};

#define L4STAT_OPTIONS_EVENT_LEVEL_ENABLE 0x20000
#define L4STAT_OPTIONS_EVENT_LEVEL_DISABLE 0x00000
#define L4STAT_OPTIONS_MAXIMUM_DURATION 0x10000
#define L4STAT_OPTIONS_USER_MODE_FILTER 0x08000
#define L4STAT_OPTIONS_SUPERVISOR_MODE_FILTER 0x04000
#define L4STAT_OPTIONS_NO_FILTER 0x00000
#define L4STAT_OPTIONS_CLEAR_ON_READ 0x02000

/* Switches the unit's clock on and stops all counters. */
void l4stat_init(void);
int l4stat_counter_enable(unsigned int counter, int event, int cpu, int options);
int l4stat_counter_disable(unsigned int counter);
int l4stat_counter_get(unsigned int counter, uint32_t *value);
int l4stat_counter_set(unsigned int counter, uint32_t value);
int l4stat_counter_clear(unsigned int counter);
int l4stat_counter_max_get(unsigned int counter, uint32_t *value);
int l4stat_counter_max_set(unsigned int counter, uint32_t value);
int l4stat_tstamp_get(uint32_t *value);
int l4stat_tstamp_set(uint32_t value);

enum l4stat_event {
	L4STAT_ICACHE_MISS = 0x00,
	L4STAT_ITLB_MISS = 0x01,
	L4STAT_ICACHE_HOLD = 0x02,
	L4STAT_IMMU_HOLD = 0x03,
	L4STAT_DCACHE_MISS = 0x08,
	L4STAT_DTLB_MISS = 0x09,
	L4STAT_DCACHE_HOLD = 0x0A,
	L4STAT_DMMU_HOLD = 0x0B,
	L4STAT_WBUF_HOLD = 0x10,
	L4STAT_TOTAL_INSTRUCTIONS = 0x11,
	L4STAT_INTEGER_INSTRUCTIONS = 0x12,
	L4STAT_FPU_INSTRUCTIONS = 0x13,
	L4STAT_BRANCH_MISS = 0x14,
	L4STAT_EXECUTION_TIME = 0x15,
	L4STAT_AHB_UTIL_MASTER = 0x17,
	L4STAT_AHB_UTIL_TOTAL = 0x18,
	L4STAT_INTEGER_BRANCHES = 0x22,
	L4STAT_CALL = 0x28,
	L4STAT_TYPE2 = 0x30,
	L4STAT_LOAD_STORE = 0x38,
	L4STAT_LOAD = 0x39,
	L4STAT_STORE = 0x3A,
	L4STAT_AHB_IDLE = 0x40,
	L4STAT_AHB_BUSY = 0x41,
	L4STAT_AHB_NONSEQ = 0x42,
	L4STAT_AHB_SEQ = 0x43,
	L4STAT_AHB_READ = 0x44,
	L4STAT_AHB_WRITE = 0x45,
	L4STAT_AHB_BYTE = 0x46,
	L4STAT_AHB_HALF = 0x47,
	L4STAT_AHB_WORD = 0x48,
	L4STAT_AHB_DWORD = 0x49,
	L4STAT_AHB_QWORD = 0x4A,
	L4STAT_AHB_OWORD = 0x4B,
	L4STAT_AHB_WAIT = 0x4C,
	L4STAT_AHB_RETRY = 0x4D,
	L4STAT_AHB_SPLIT = 0x4E,
	L4STAT_AHB_SPLIT_DELAY = 0x4F,
	L4STAT_AHB_LOCKED = 0x50,
	L4STAT_L2_HIT = 0x60,
	L4STAT_L2_MISS = 0x61,
	L4STAT_L2_ACCESS = 0x62,
	/* 0x70-0x7F repeat 0x40-0x4F for the Master I/O bus */
	L4STAT_MIO_IDLE = 0x70,
	L4STAT_GRANT = 0x80,  /* + master; above what the RTEMS driver takes */
	L4STAT_REQUEST = 0x90,
};
#endif
