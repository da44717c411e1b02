# SPDX-License-Identifier: MIT OR Apache-2.0
#
# Free context list underflow: no context is saved, so the handler mends the list and returns as if the
# call had been a plain return of this routine.

#include "csfr.h"

	.section .text.underflow, "ax"

# uint32_t underflow(void): the call with FCX = 0 traps; D15 at the handler's entry (the TIN).
	.global	underflow
	.type	underflow, @function
underflow:
	mfcr	%d4, CSFR_FCX
	mfcr	%d5, CSFR_PSW
	mov.aa	%a12, %a11		# the trap puts its own return address into A11
	mov	%d0, 0
	mtcr	CSFR_FCX, %d0
	isync
	call	underflow_handler
	mov	%d2, -1
	ret
	.size	underflow, . - underflow

	.global	underflow_handler
	.type	underflow_handler, @function
underflow_handler:
	mtcr	CSFR_FCX, %d4
	mtcr	CSFR_PSW, %d5
	isync
	mov	%d2, %d15
	mov.aa	%a11, %a12
	ret
	.size	underflow_handler, . - underflow_handler
