# SPDX-License-Identifier: MIT OR Apache-2.0
#
# One kind of access or instruction over and over, and the loops of published counter readings. A6 points at
# data; D0 to D7 and A2 to A7 are free.

	.macro	kernel name:req
	.section .text.\name, "ax"
	.align	5
	.global	\name
	.type	\name, @function
\name:
	.endm

	kernel	load_use_32
	.rept	32
	ld.w	%d1, [%a6]0
	add	%d2, %d1, %d1
	.endr
	ret

# Room between the stores for the store buffer to drain.
	kernel	store_apart_32
	.rept	32
	st.w	[%a6]0, %d1
	.rept	15
	addi	%d2, %d3, 1
	.endr
	.endr
	ret

	kernel	sequential_64
	.rept	64
	ld.w	%d1, [%a6+]4
	.endr
	ret

	kernel	lines_written_64
	.rept	64
	st.w	[%a6+]32, %d1
	.endr
	ret

	kernel	add_32
	.rept	32
	addi	%d1, %d1, 1
	.endr
	ret

# Each waits for the one before: the quotient has 31 bits, or one.
	kernel	divide_32
	movh	%d2, 0x7FFF
	mov	%d1, 1
	.rept	32
	div	%e2, %d2, %d1
	.endr
	ret

	kernel	divide_small_32
	mov	%d2, 1
	mov	%d1, 1
	.rept	32
	div	%e2, %d2, %d1
	.endr
	ret

	kernel	multiply_32
	.rept	32
	mul	%d1, %d1, %d2
	.endr
	ret

	kernel	accumulate_32
	.rept	32
	madd	%d1, %d1, %d2, %d3
	.endr
	ret

	kernel	multiply_accumulate_32
	.rept	32
	madd	%d1, %d2, %d1, %d3
	.endr
	ret

	kernel	float_add_32
	.rept	32
	add.f	%d1, %d1, %d2
	.endr
	ret

	kernel	float_divide_32
	movh	%d1, 0x3F80
	movh	%d2, 0x3F80
	.rept	32
	div.f	%d1, %d1, %d2
	.endr
	ret

# 32-bit forward: predicted not taken by the static rule.
	kernel	fall_through_32
	mov	%d1, 1
	.rept	32
	jeq	%d1, 0, 1f
	.endr
1:	ret

# One jump, taken and not taken in turn, 32 times each; 5 instructions a round.
	kernel	alternate_32
	mov	%d1, 0
	mov	%d0, 63
	mov.a	%a2, %d0
1:	add	%d1, %d1, 1
	and	%d2, %d1, 1
	jeq	%d2, 0, 2f
	addi	%d3, %d3, 1
2:	nop
	loop	%a2, 1b
	ret

	kernel	loop_32
	mov	%d0, 31
	mov.a	%a2, %d0
1:	addi	%d1, %d1, 1
	loop	%a2, 1b
	ret

	kernel	loop_64
	mov	%d0, 63
	mov.a	%a2, %d0
1:	addi	%d1, %d1, 1
	loop	%a2, 1b
	ret

# A counter in memory, as C does with a volatile variable: counted down to 0, and up to a limit.
	kernel	burn_down_64
	mov	%d0, 64
	st.w	[%a6]0, %d0
1:	ld.w	%d0, [%a6]0
	addi	%d0, %d0, -1
	st.w	[%a6]0, %d0
	jne	%d0, 0, 1b
	ret

	kernel	burn_up_64
	mov	%d0, 0
	mov	%d1, 64
	st.w	[%a6]0, %d0
1:	ld.w	%d0, [%a6]0
	addi	%d0, %d0, 1
	st.w	[%a6]0, %d0
	ld.w	%d0, [%a6]0
	jlt.u	%d0, %d1, 1b
	ret

# The loops. Instructions, dispatch stalls and dual issues are those that were measured on a TC1.6P with data
# in its own DSPR; the compiler's code is not published, so that the order is made up.
# A2 = mailbox: [0] the base of the vector, [4] what the C programs keep in a volatile variable.
	.macro	vector_loop prefix, section, skew
	.section \section, "ax"

	.macro	vector name:req
	.align	5
	.global	\prefix\()_\name
	.type	\prefix\()_\name, @function
\prefix\()_\name:
	.endm

	.macro	entry
	mfcr	%d0, 0xFE1C
	and	%d0, %d0, 7
	movh.a	%a2, hi:mailbox0
	lea	%a2, [%a2]lo:mailbox0
	jz	%d0, 2f
	movh.a	%a2, hi:mailbox1
	lea	%a2, [%a2]lo:mailbox1
2:	st.a	[%a2]0, %a6
	lea	%a7, 4095
	mov	%d0, 0
	movh	%d3, 0x4049
	.align	5
	.endm

# 6 instructions: LS waits 3, dual issues 1, 8 cycles.
	vector	read
	entry
1:	ld.a	%a3, [%a2]0
	addsc.a	%a4, %a3, %d0, 2
	ld.w	%d1, [%a4]0
	st.w	[%a2]4, %d1
	add	%d0, %d0, 1
	loop	%a7, 1b
	ret

# 7 instructions: LS waits 2, dual issues 2, 7 cycles.
	vector	write
	entry
	mov	%d2, 0
1:	movh	%d1, 0x4049
	addi	%d1, %d1, 0x0FDB
	addsc.a	%a3, %a6, %d2, 2
	addsc.a	%a4, %a3, %d0, 2
	st.w	[%a4]0, %d1
	add	%d0, %d0, 1
	loop	%a7, 1b
	ret

# 8 instructions: IP waits 1, LS 3.
	vector	sum
	entry
	.if	\skew
	j	1f
	.align	5
	.rept	\skew
	nop
	.endr
	.endif
1:	ld.a	%a3, [%a2]0
	addsc.a	%a4, %a3, %d0, 2
	ld.w	%d1, [%a4]0
	ld.w	%d2, [%a2]4
	add.f	%d2, %d2, %d1
	add	%d0, %d0, 1
	st.w	[%a2]4, %d2
	loop	%a7, 1b
	ret

# 11 instructions: LS waits 5.
	vector	gain
	entry
	.if	\skew
	j	1f
	.align	5
	.rept	\skew
	nop
	.endr
	.endif
1:	ld.a	%a3, [%a2]0
	addsc.a	%a4, %a3, %d0, 2
	movh	%d3, 0x4049
	ld.w	%d1, [%a4]0
	addi	%d3, %d3, 0x0FDB
	ld.a	%a3, [%a2]0
	mul.f	%d1, %d1, %d3
	addsc.a	%a4, %a3, %d0, 2
	add	%d0, %d0, 1
	st.w	[%a4]0, %d1
	loop	%a7, 1b
	ret

# 12 instructions: two loads of the vector, one store.
	vector	power
	entry
	.if	\skew
	j	1f
	.align	5
	.rept	\skew
	nop
	.endr
	.endif
1:	ld.a	%a3, [%a2]0
	addsc.a	%a4, %a3, %d0, 2
	ld.w	%d1, [%a4]0
	ld.a	%a3, [%a2]0
	addsc.a	%a4, %a3, %d0, 2
	ld.w	%d2, [%a4]0
	mul.f	%d1, %d1, %d2
	ld.a	%a3, [%a2]0
	addsc.a	%a4, %a3, %d0, 2
	add	%d0, %d0, 1
	st.w	[%a4]0, %d1
	loop	%a7, 1b
	ret

	.purgem	vector
	.purgem	entry
	.endm

	vector_loop vec, .text.vector_loops, 0
	vector_loop flash, .flash_uncached, 8
