! SPDX-License-Identifier: MIT OR Apache-2.0
!
! Trap table (256 entries of four instructions, at the address in TBR) and the
! one path by which every trap that C code may want to see reaches C.

#include "frame.h"

	.section .text.traps, "ax"
	.align	4096
	.global	trap_table
trap_table:
	! 0x00 reset, never taken: with PC at 0 the image starts over.
	sethi	%hi(_start), %l4
	jmp	%l4 + %lo(_start)
	 nop
	nop

	.macro	to_c first, last
	.set	.Ltt, \first
	.rept	\last - \first + 1
	rd	%psr, %l0
	sethi	%hi(trap_common), %l4
	jmp	%l4 + %lo(trap_common)
	 mov	.Ltt, %l3
	.set	.Ltt, .Ltt + 1
	.endr
	.endm

	.macro	to handler
	rd	%psr, %l0
	sethi	%hi(\handler), %l4
	jmp	%l4 + %lo(\handler)
	 nop
	.endm

	to_c	0x01, 0x04
	to	window_overflow		! 0x05
	to	window_underflow	! 0x06
	to_c	0x07, 0x82
	to	window_flush		! 0x83, ta 3
	to_c	0x84, 0xff

	.section .text.trap_common, "ax"
	.global	trap_common
	.type	trap_common, @function
! In: %l0 = PSR, %l1 = PC, %l2 = nPC, %l3 = tt; ET = 0.
trap_common:
	! The trap took its window without asking. If that was the invalid one,
	! the window below must go to the stack first, as in window_overflow.
	rd	%wim, %l4
	srl	%l4, %l0, %l5
	andcc	%l5, 1, %g0
	be	1f
	 mov	%g1, %l7
	srl	%l4, 1, %l5
	sll	%l4, 7, %l6
	or	%l5, %l6, %g1
	save
	wr	%g1, 0, %wim
	nop
	nop
	nop
	std	%l0, [%sp + 0]
	std	%l2, [%sp + 8]
	std	%l4, [%sp + 16]
	std	%l6, [%sp + 24]
	std	%i0, [%sp + 32]
	std	%i2, [%sp + 40]
	std	%i4, [%sp + 48]
	std	%i6, [%sp + 56]
	restore
	mov	%l7, %g1

1:	sub	%fp, FRAME_OFFSET + FRAME_BYTES, %sp
	st	%l3, [%sp + FRAME_OFFSET + FRAME_TT]
	st	%l0, [%sp + FRAME_OFFSET + FRAME_PSR]
	st	%l1, [%sp + FRAME_OFFSET + FRAME_PC]
	st	%l2, [%sp + FRAME_OFFSET + FRAME_NPC]
	rd	%y, %l4
	st	%l4, [%sp + FRAME_OFFSET + FRAME_Y]
	st	%g1, [%sp + FRAME_OFFSET + FRAME_G + 0]
	std	%g2, [%sp + FRAME_OFFSET + FRAME_G + 8]
	std	%g4, [%sp + FRAME_OFFSET + FRAME_G + 16]
	std	%g6, [%sp + FRAME_OFFSET + FRAME_G + 24]
	st	%g0, [%sp + FRAME_OFFSET + FRAME_FSR]
	st	%g0, [%sp + FRAME_OFFSET + FRAME_FQ]
	st	%g0, [%sp + FRAME_OFFSET + FRAME_FQ + 4]

	! The FPU is saved if the interrupted code could use it (EF, bit 12).
	srl	%l0, 12, %l4
	andcc	%l4, 1, %g0
	be	3f
	 nop
	st	%fsr, [%sp + FRAME_OFFSET + FRAME_FSR]
	! After an fp_exception the queue must be emptied before the FPU takes
	! anything but stores (SPARC V8 manual 4.4); the first entry is kept.
	cmp	%l3, 0x08
	bne	2f
	 ld	[%sp + FRAME_OFFSET + FRAME_FSR], %l4
	srl	%l4, 13, %l4		! qne
	andcc	%l4, 1, %g0
	be	2f
	 nop
	std	%fq, [%sp + FRAME_OFFSET + FRAME_FQ]
4:	st	%fsr, [%sp + FRAME_OFFSET + FRAME_F]
	ld	[%sp + FRAME_OFFSET + FRAME_F], %l4
	srl	%l4, 13, %l4
	andcc	%l4, 1, %g0
	be	2f
	 nop
	ba	4b
	 std	%fq, [%sp + FRAME_OFFSET + FRAME_F]
2:
	.irp	n, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30
	std	%f\n, [%sp + FRAME_OFFSET + FRAME_F + \n * 4]
	.endr

3:	! Traps on. An interrupt level masks itself and what lies below;
	! anything else keeps the level of the code that trapped.
	mov	%l0, %l5
	sub	%l3, 0x11, %l4
	cmp	%l4, 14
	bgu	5f
	 nop
	set	0x00000f00, %l6
	andn	%l5, %l6, %l5
	and	%l3, 0xf, %l4
	sll	%l4, 8, %l4
	or	%l5, %l4, %l5
5:	wr	%l5, 0x20, %psr		! ET was 0: xor sets it
	nop
	nop
	nop
	call	trap_dispatch
	 add	%sp, FRAME_OFFSET, %o0

	! Back. The PSR may have been changed by the handler, except for CWP.
	ld	[%sp + FRAME_OFFSET + FRAME_PSR], %l3
	and	%l0, 0x1f, %l4
	andn	%l3, 0x3f, %l3
	or	%l3, %l4, %l0
	wr	%l0, 0, %psr		! ET = 0
	nop
	nop
	nop
	srl	%l0, 12, %l4
	andcc	%l4, 1, %g0
	be	6f
	 nop
	.irp	n, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30
	ldd	[%sp + FRAME_OFFSET + FRAME_F + \n * 4], %f\n
	.endr
	ld	[%sp + FRAME_OFFSET + FRAME_FSR], %fsr
6:	ld	[%sp + FRAME_OFFSET + FRAME_Y], %l4
	wr	%l4, 0, %y
	ld	[%sp + FRAME_OFFSET + FRAME_PC], %l1
	ld	[%sp + FRAME_OFFSET + FRAME_NPC], %l2
	ld	[%sp + FRAME_OFFSET + FRAME_G + 0], %g1
	ldd	[%sp + FRAME_OFFSET + FRAME_G + 8], %g2
	ldd	[%sp + FRAME_OFFSET + FRAME_G + 16], %g4
	ldd	[%sp + FRAME_OFFSET + FRAME_G + 24], %g6

	! RETT may not enter the invalid window (with ET = 0 that is the end):
	! fetch it from the stack first if need be.
	rd	%wim, %l4
	add	%l0, 1, %l5
	and	%l5, 7, %l5
	srl	%l4, %l5, %l5
	andcc	%l5, 1, %g0
	be	7f
	 nop
	sll	%l4, 1, %l5
	srl	%l4, 7, %l6
	or	%l5, %l6, %l5
	wr	%l5, 0, %wim
	nop
	nop
	nop
	restore
	ldd	[%sp + 0], %l0
	ldd	[%sp + 8], %l2
	ldd	[%sp + 16], %l4
	ldd	[%sp + 24], %l6
	ldd	[%sp + 32], %i0
	ldd	[%sp + 40], %i2
	ldd	[%sp + 48], %i4
	ldd	[%sp + 56], %i6
	save
7:	wr	%l0, 0, %psr		! icc as they were
	nop
	nop
	nop
	jmp	%l1
	 rett	%l2
	.size	trap_common, . - trap_common

	.section .note.GNU-stack, "", @progbits
