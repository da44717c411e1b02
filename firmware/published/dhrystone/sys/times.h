/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The clock as Dhrystone wants it; HZ comes from the Makefile. */
#ifndef SYS_TIMES_H
#define SYS_TIMES_H
struct tms {
	long tms_utime;
};
#endif
