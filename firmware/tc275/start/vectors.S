# SPDX-License-Identifier: MIT OR Apache-2.0
#
# Trap and interrupt vectors of all cores, 32 bytes each (TriCore Architecture Manual, traps and interrupts).

#include "csfr.h"

	.section .text.vectors, "ax"

# The hardware has saved the upper context, so D8 to D15 and A10 to A15 are free here; D15 is the TIN and
# A11 the return PC.
	.macro	trap_vector class:req
	svlcx
	mov	%d4, \class
	mov	%d5, %d15
	mov.d	%d6, %a11
	j	trap_common
	.endm

	.align	8
	.global	trap_vectors
trap_vectors:
	trap_vector 0
	.align	5
	trap_vector 1
	.align	5
	trap_vector 2
	.align	5
	# FCU (TIN 4) has no context saved and none to save.
	jeq	%d15, 4, trap_fcu
	trap_vector 3
	.align	5
	trap_vector 4
	.align	5
	trap_vector 5
	.align	5
	trap_vector 6
	.align	5
	trap_vector 7

	.align	13
	.global	interrupt_vectors
interrupt_vectors:
	.set	priority, 0
	.rept	256
	.align	5
	bisr	priority
	mov	%d4, priority
	j	interrupt_common
	.set	priority, priority + 1
	.endr
	.align	5

	.type	trap_common, @function
trap_common:
	movh.a	%a15, hi:trap_handlers
	lea	%a15, [%a15]lo:trap_handlers
	addsc.a	%a15, %a15, %d4, 2
	ld.a	%a15, [%a15]0
	jz.a	%a15, trap_fatal
	calli	%a15
	mov	%d8, %d2
	rslcx
	mov.a	%a11, %d8
	rfe
	.size	trap_common, . - trap_common

	.type	trap_fcu, @function
trap_fcu:
	movh.a	%a15, hi:trap_fcu_entry
	lea	%a15, [%a15]lo:trap_fcu_entry
	ld.a	%a15, [%a15]0
	jz.a	%a15, 1f
	ji	%a15
1:	mov	%d4, 3
	mov	%d5, 4
	j	trap_fatal
	.size	trap_fcu, . - trap_fcu

	.global	trap_fatal
	.type	trap_fatal, @function
trap_fatal:
	sh	%d4, %d4, 8
	or	%d4, %d4, %d5
	addih	%d4, %d4, 0xDEAD
	dsync
	mov.a	%a14, %d4
	debug
	j	.
	.size	trap_fatal, . - trap_fatal

	.type	interrupt_common, @function
interrupt_common:
	mfcr	%d15, CSFR_CORE_ID
	and	%d15, %d15, 7
	sh	%d15, %d15, 8
	add	%d15, %d15, %d4
	movh.a	%a15, hi:interrupt_handlers
	lea	%a15, [%a15]lo:interrupt_handlers
	addsc.a	%a15, %a15, %d15, 2
	ld.a	%a15, [%a15]0
	jz.a	%a15, interrupt_unexpected
	calli	%a15
	rslcx
	rfe
interrupt_unexpected:
	mov	%d5, %d4
	mov	%d4, 8
	j	trap_fatal
	.size	interrupt_common, . - interrupt_common
