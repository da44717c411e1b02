# SPDX-License-Identifier: MIT OR Apache-2.0
#
# Code whose events are known by construction. A6 points at data; D0 to D7 and A2 to A7 are free.

#include "csfr.h"

#define CCTRL_CE 2

	.macro	kernel name:req
	.section .text.\name, "ax"
	.align	5
	.global	\name
	.type	\name, @function
\name:
	.endm

# void measure(uint32_t selection, kernel_fn *kernel, struct counts *counts, void *data)
	kernel	measure
	mov	%d0, 0
	mtcr	CSFR_CCTRL, %d0
	mtcr	CSFR_CCNT, %d0
	mtcr	CSFR_ICNT, %d0
	mtcr	CSFR_M1CNT, %d0
	mtcr	CSFR_M2CNT, %d0
	mtcr	CSFR_M3CNT, %d0
	mov.aa	%a12, %a5
	or	%d4, %d4, CCTRL_CE
	dsync
	isync
	mtcr	CSFR_CCTRL, %d4
	isync
	calli	%a4
	mov	%d0, 0
	mtcr	CSFR_CCTRL, %d0
	isync
	mfcr	%d0, CSFR_CCNT
	st.w	[%a12]0, %d0
	mfcr	%d0, CSFR_ICNT
	st.w	[%a12]4, %d0
	mfcr	%d0, CSFR_M1CNT
	st.w	[%a12]8, %d0
	mfcr	%d0, CSFR_M2CNT
	st.w	[%a12]12, %d0
	mfcr	%d0, CSFR_M3CNT
	st.w	[%a12]16, %d0
	ret

	kernel	kernel_empty
	ret

	kernel	kernel_nops_100
	.rept	100
	nop
	.endr
	ret

# Each waits for the one before.
	kernel	kernel_chain_100
	.rept	100
	addi	%d1, %d1, 1
	.endr
	ret

	kernel	kernel_jumps_50
	.rept	50
	j	1f
1:
	.endr
	ret

	kernel	kernel_not_taken_20
	mov	%d0, 1
	.rept	20
	jz	%d0, 1f
	.endr
1:	ret

	kernel	kernel_loop_30
	mov	%d0, 29
	mov.a	%a2, %d0
1:	nop
	loop	%a2, 1b
	ret

	kernel	kernel_calls_10
	.rept	10
	call	kernel_empty
	.endr
	ret

# An integer instruction and a store behind it.
	kernel	kernel_pairs_32
	.rept	32
	addi	%d1, %d2, 1
	st.w	[%a6]0, %d3
	.endr
	ret

# A multiplication takes two cycles.
	kernel	kernel_multiply_use_16
	.rept	16
	mul	%d1, %d2, %d3
	add	%d4, %d1, %d2
	.endr
	ret

# An address that is loaded takes three; the first word points at itself.
	kernel	kernel_pointers_16
	st.a	[%a6]0, %a6
	.rept	16
	ld.a	%a2, [%a6]0
	ld.w	%d1, [%a2]4
	.endr
	ret

	kernel	kernel_loads_32
	.rept	32
	ld.w	%d1, [%a6]0
	.endr
	ret

	kernel	kernel_stores_32
	.rept	32
	st.w	[%a6]0, %d1
	.endr
	ret

# One word of each of 64 lines.
	kernel	kernel_lines_64
	mov	%d0, 63
	mov.a	%a2, %d0
1:	ld.w	%d1, [%a6+]32
	loop	%a2, 1b
	ret

	kernel	kernel_line_stores_64
	mov	%d0, 63
	mov.a	%a2, %d0
1:	st.w	[%a6+]32, %d0
	loop	%a2, 1b
	ret

# 64 words one after the other: 8 lines.
	kernel	kernel_words_64
	mov	%d0, 63
	mov.a	%a2, %d0
1:	ld.w	%d1, [%a6+]4
	loop	%a2, 1b
	ret

# Every word of 8 lines read, written, and read again.
	kernel	kernel_words_stored_64
	mov	%d0, 63
	mov.a	%a2, %d0
1:	ld.w	%d1, [%a6]0
	st.w	[%a6]0, %d1
	ld.w	%d1, [%a6+]4
	loop	%a2, 1b
	ret

# 64 lines of 8 instructions of 32 bits, then the RET in a line of its own.
	kernel	kernel_code_64_lines
	.rept	512
	addi	%d1, %d2, 1
	.endr
	ret
