/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* CoreMark's configuration for bare-metal LEON boards: one context, static memory, seeds of the
   performance run from volatile variables. */
#ifndef CORE_PORTME_H
#define CORE_PORTME_H
#include "printf.h"
#include <stddef.h>
#include <stdint.h>

#define HAS_FLOAT 1
#define HAS_TIME_H 0
#define USE_CLOCK 0
#define HAS_STDIO 0
#define HAS_PRINTF 0
#define SEED_METHOD SEED_VOLATILE
#define MEM_METHOD MEM_STATIC
#define MEM_LOCATION "Static"
#define MULTITHREAD 1
#define MAIN_HAS_NOARGC 1
#define MAIN_HAS_NORETURN 0
#define COMPILER_VERSION __VERSION__
#define COMPILER_FLAGS FLAGS_STR

typedef int16_t ee_s16;
typedef uint16_t ee_u16;
typedef int32_t ee_s32;
typedef double ee_f32;
typedef uint8_t ee_u8;
typedef uint32_t ee_u32;
typedef uintptr_t ee_ptr_int;
typedef size_t ee_size_t;
typedef uint32_t CORE_TICKS;
#define align_mem(x) ((void *)(((ee_ptr_int)(x) + 3) & ~(ee_ptr_int)3))

#define PERFORMANCE_RUN 1

typedef struct {
	ee_u8 portable_id;
} core_portable;

extern ee_u32 default_num_contexts;
void portable_init(core_portable *p, int *argc, char *argv[]);
void portable_fini(core_portable *p);

/* The program's verdict on itself is a line it prints, so the port reads along. */
void heard(const char *format);
#define FIRST(first, ...) first
#define ee_printf(...) (heard(FIRST(__VA_ARGS__, 0)), printf(__VA_ARGS__))

#endif
