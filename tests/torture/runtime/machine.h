/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What a target gives the library, and the library a target. */
#ifndef MACHINE_H
#define MACHINE_H
#include <stddef.h>
void machine_put(char c);
/* Ends the run once the console is drained; 0 is success. */
void machine_exit(int status) __attribute__((noreturn));
/* Memory for malloc, from the linker script. */
extern char heap_start[], heap_end[];

/* The last line of the console says how a program ended; the driver reads it. */
void report_exit(int status) __attribute__((noreturn));
void report_abort(void) __attribute__((noreturn));
/* An exception of the processor that nobody handles. */
void report_trap(unsigned type, unsigned pc) __attribute__((noreturn));
/* Calls the handler of SIGFPE if the program has set one. */
void raise_fpe(void);
#endif
