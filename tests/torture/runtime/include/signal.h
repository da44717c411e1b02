/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef SIGNAL_H
#define SIGNAL_H
#define SIGFPE 8
#define SIGSEGV 11
typedef int sig_atomic_t;
typedef void (*sighandler_t)(int);
#define SIG_DFL ((sighandler_t)0)
#define SIG_ERR ((sighandler_t)-1)
/* Traps of the target's arithmetic reach SIGFPE's handler, which may not return. */
sighandler_t signal(int number, sighandler_t handler);
#endif
