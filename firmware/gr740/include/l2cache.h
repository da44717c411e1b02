/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* L2CACHE controller (UM 2.9 ch. 9). */
#ifndef L2CACHE_H
#define L2CACHE_H
#include "regs.h"

#define L2CC REG32(L2CACHE_BASE + 0x00)
#define L2CS REG32(L2CACHE_BASE + 0x04)
#define L2CFMA (L2CACHE_BASE + 0x08) /* use l2cache_flush: atomic access only */
#define L2CERR REG32(L2CACHE_BASE + 0x20)
#define L2CACCC REG32(L2CACHE_BASE + 0x3C)

#define L2CC_EN (1u << 31)

/* FMODE of L2CFMA; +4 = whole cache. */
enum l2_flush {
	L2_INVALIDATE_LINE = 1,
	L2_WRITE_BACK_LINE = 2,
	L2_PURGE_LINE = 3, /* write back and invalidate */
	L2_INVALIDATE_ALL = 5,
	L2_WRITE_BACK_ALL = 6,
	L2_PURGE_ALL = 7,
};

void l2cache_flush(enum l2_flush mode, uint32_t address);
/* Size in bytes: WAY_SIZE KiB times WAY + 1 (L2CS). */
uint32_t l2cache_bytes(void);
#endif
