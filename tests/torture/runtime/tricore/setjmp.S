# SPDX-License-Identifier: MIT OR Apache-2.0
#
# The upper context of setjmp's caller, and the list of contexts below it; what a non-local goto calls.

#include "csfr.h"

	.text
	.global	setjmp
	.type	setjmp, @function
setjmp:
	# The call has put a context onto the list; its first word is the caller's PCXI.
	mfcr	%d0, CSFR_PCXI
	jl	csa_address_of_d0
	ld.w	%d1, [%a2]0
	st.w	[%a4]0, %d1
	ld.w	%d1, [%a2]4
	st.w	[%a4]4, %d1
	# What RET will load: A10, A11, D8 to D15, A12 to A15 as the caller has them.
	lea	%a3, [%a2]8
	lea	%a5, [%a4]8
	mov.a	%a6, 13
1:	ld.w	%d1, [%a3+]4
	st.w	[%a5+]4, %d1
	loop	%a6, 1b
	# A11 of the caller is lost to JL, so the return goes through the context.
	mov	%d2, 0
	ret
	.size	setjmp, . - setjmp

# A2 = address of the CSA that the link word D0 names. Return in A11.
csa_address_of_d0:
	extr.u	%d1, %d0, 16, 4
	sh	%d1, %d1, 28
	extr.u	%d3, %d0, 0, 16
	sh	%d3, %d3, 6
	or	%d1, %d1, %d3
	mov.a	%a2, %d1
	ji	%a11

	.global	longjmp
	.type	longjmp, @function
longjmp:
	# Every context above setjmp's caller goes back to the free list, but the top one, whose words become
	# the saved ones: RET then loads them.
	mov	%d2, %d4
	jnz	%d2, 1f
	mov	%d2, 1
1:	mfcr	%d0, CSFR_PCXI
	ld.w	%d6, [%a4]0
	extr.u	%d6, %d6, 0, 20
2:	jl	csa_address_of_d0
	ld.w	%d7, [%a2]0
	extr.u	%d5, %d7, 0, 20
	jeq	%d5, %d6, 3f
	# Free this one: its link becomes FCX.
	mfcr	%d1, CSFR_FCX
	st.w	[%a2]0, %d1
	extr.u	%d0, %d0, 0, 20
	mtcr	CSFR_FCX, %d0
	mtcr	CSFR_PCXI, %d7
	isync
	mov	%d0, %d7
	j	2b
3:	lea	%a3, [%a2]0
	lea	%a5, [%a4]0
	mov.a	%a6, 15
4:	ld.w	%d1, [%a5+]4
	st.w	[%a3+]4, %d1
	loop	%a6, 4b
	dsync
	ret
	.size	longjmp, . - longjmp

# The compiler calls this before it jumps out of a function to one further down, with the PCXI of that one in
# D4: every context above it goes back to the free list, the one of this call included, so the way back is A11.
	.global	__tric_restore_context_queue
	.type	__tric_restore_context_queue, @function
__tric_restore_context_queue:
	mov.aa	%a7, %a11
	extr.u	%d6, %d4, 0, 20
	mfcr	%d0, CSFR_PCXI
1:	extr.u	%d5, %d0, 0, 20
	jeq	%d5, %d6, 2f
	jl	csa_address_of_d0
	ld.w	%d7, [%a2]0
	mfcr	%d1, CSFR_FCX
	st.w	[%a2]0, %d1
	mtcr	CSFR_FCX, %d5
	mtcr	CSFR_PCXI, %d7
	isync
	mov	%d0, %d7
	j	1b
2:	ji	%a7
	.size	__tric_restore_context_queue, . - __tric_restore_context_queue
