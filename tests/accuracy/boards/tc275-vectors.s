# SPDX-License-Identifier: MIT OR Apache-2.0
# The loops over a vector of latency.elf (firmware/tc275/apps/latency/kernels.S), for 4096 words, with code in flash that
# is not cached, across two lines. `loop` selects one of them, `base` is where the vector is.
	.global	_start
	.address 0xa0001000
_start:	movh.a	%a2, hi:mailbox
	lea	%a2, [%a2] lo:mailbox
	movh.a	%a3, hi:base
	lea	%a3, [%a3] lo:base
	ld.a	%a6, [%a3] 0
	st.a	[%a2] 0, %a6
	ld.w	%d4, [%a3] 4
	lea	%a7, 4095
	mov	%d0, 0
	movh	%d3, 0x4049
	jeq	%d4, 1, gain
	jeq	%d4, 2, power
	j	sum

	.p2align 5
	.space	16
sum:	ld.a	%a3, [%a2] 0
	addsc.a	%a4, %a3, %d0, 2
	ld.w	%d1, [%a4] 0
	ld.w	%d2, [%a2] 4
	add.f	%d2, %d2, %d1
	add	%d0, %d0, 1
	st.w	[%a2] 4, %d2
	loop	%a7, sum
	j	end

	.p2align 5
	.space	16
gain:	ld.a	%a3, [%a2] 0
	addsc.a	%a4, %a3, %d0, 2
	movh	%d3, 0x4049
	ld.w	%d1, [%a4] 0
	addi	%d3, %d3, 0x0FDB
	ld.a	%a3, [%a2] 0
	mul.f	%d1, %d1, %d3
	addsc.a	%a4, %a3, %d0, 2
	add	%d0, %d0, 1
	st.w	[%a4] 0, %d1
	loop	%a7, gain
	j	end

	.p2align 5
	.space	16
power:	ld.a	%a3, [%a2] 0
	addsc.a	%a4, %a3, %d0, 2
	ld.w	%d1, [%a4] 0
	ld.a	%a3, [%a2] 0
	addsc.a	%a4, %a3, %d0, 2
	ld.w	%d2, [%a4] 0
	mul.f	%d1, %d1, %d2
	ld.a	%a3, [%a2] 0
	addsc.a	%a4, %a3, %d0, 2
	add	%d0, %d0, 1
	st.w	[%a4] 0, %d1
	loop	%a7, power
	j	end


end:	movh.a	%a14, hi:0x900d
	lea	%a14, [%a14] lo:0x900d
	debug

	.section .data
	.address 0xd0001000
base:	.word	0xaf000000
loop:	.word	0
mailbox: .space	8
