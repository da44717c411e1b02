/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef EXIT_H
#define EXIT_H
/* Ends the whole run with this status; waits for the console first. */
void exit(int status) __attribute__((noreturn));
/* In start.S. */
void machine_exit(int status) __attribute__((noreturn));
void machine_exit_after_trap(void) __attribute__((noreturn));
#endif
