! SPDX-License-Identifier: MIT OR Apache-2.0
!
! Register window traps for 8 windows (SPARC V8 manual, 7.4 and appendix D).
! WIM has exactly one bit set: the window that may not be entered.

	.section .text.windows, "ax"

! SAVE into the invalid window. The trap runs in that very window; the one
! below it is the oldest in use and goes to its own stack.
	.global	window_overflow
	.type	window_overflow, @function
window_overflow:
	rd	%wim, %l3
	mov	%g1, %l7
	srl	%l3, 1, %l4
	sll	%l3, 7, %l5
	or	%l4, %l5, %g1
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
	jmp	%l1
	 rett	%l2
	.size	window_overflow, . - window_overflow

! RESTORE into the invalid window: it is two above the trap's window.
	.global	window_underflow
	.type	window_underflow, @function
window_underflow:
	rd	%wim, %l3
	sll	%l3, 1, %l4
	srl	%l3, 7, %l5
	or	%l4, %l5, %l5
	wr	%l5, 0, %wim
	nop
	nop
	nop
	restore
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
	save
	jmp	%l1
	 rett	%l2
	.size	window_underflow, . - window_underflow

! ta 3: write every window but the caller's to its stack, so that memory shows
! the whole call chain (what a debugger or longjmp needs; SPARC ABI).
! %g1 = WIM rotated so that bit 0 stands for the window being looked at.
	.global	window_flush
	.type	window_flush, @function
window_flush:
	mov	%g1, %l4
	mov	%g2, %l5
	mov	%g3, %l6
	mov	%l0, %g3		! PSR of the trap's window, to come back
	rd	%wim, %g1
	and	%l0, 7, %l7		! CWP
	sll	%g1, 8, %g2
	or	%g1, %g2, %g1		! WIM twice in a row: rotate by shifting
	srl	%g1, %l7, %g1		! bit 0: the trap's window
	srl	%g1, 2, %g1		! bit 0: the window above the caller's
	wr	%g0, 0, %wim		! walk freely
	nop
	nop
	nop
	restore				! the caller's window
1:	andcc	%g1, 1, %g0
	bne	2f			! reached the invalid one: all are out
	 srl	%g1, 1, %g1
	restore
	std	%l0, [%sp + 0]
	std	%l2, [%sp + 8]
	std	%l4, [%sp + 16]
	std	%l6, [%sp + 24]
	std	%i0, [%sp + 32]
	std	%i2, [%sp + 40]
	std	%i4, [%sp + 48]
	ba	1b
	 std	%i6, [%sp + 56]
2:	wr	%g3, 0, %psr		! back to the trap's window, icc as they were
	nop
	nop
	nop
	! The window above the caller's is the invalid one now.
	add	%l7, 2, %l7
	and	%l7, 7, %l7
	mov	1, %g1
	sll	%g1, %l7, %g1
	wr	%g1, 0, %wim
	nop
	nop
	nop
	mov	%l4, %g1
	mov	%l5, %g2
	mov	%l6, %g3
	! A software trap goes on behind the Ticc.
	jmp	%l2
	 rett	%l2 + 4
	.size	window_flush, . - window_flush

	.section .note.GNU-stack, "", @progbits
