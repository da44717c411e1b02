# SPDX-License-Identifier: MIT OR Apache-2.0
#
# The ends of every measurement on a TriCore core. What is counted of the library itself: ISYNC and RET after
# the start; CALL, eight instructions and its two arguments before the stop.

#include "csfr.h"

	.section .text.epapi_start, "ax"
	.align	5

# int PAPI_start(int set)
	.global	PAPI_start
	.type	PAPI_start, @function
PAPI_start:
	call	epapi_prepare
	jnz	%d2, 1f
	dsync
	isync
	mtcr	CSFR_CCTRL, %d3
	isync
1:	ret
	.size	PAPI_start, . - PAPI_start

# int PAPI_stop(int set, long long *values)
	.align	5
	.global	PAPI_stop
	.type	PAPI_stop, @function
PAPI_stop:
	mfcr	%d15, CSFR_CORE_ID
	and	%d15, %d15, 7
	movh.a	%a15, hi:epapi_running
	lea	%a15, [%a15]lo:epapi_running
	addsc.a	%a15, %a15, %d15, 2
	ld.w	%d15, [%a15]0
	mov	%d0, 0
	jne	%d15, %d4, 1f
	mtcr	CSFR_CCTRL, %d0
	isync
	j	epapi_finish
1:	j	epapi_not_running
	.size	PAPI_stop, . - PAPI_stop
