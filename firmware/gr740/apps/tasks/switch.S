! SPDX-License-Identifier: MIT OR Apache-2.0
!
! void switch_to(uint32_t **save, uint32_t *to): leaves the task under way with its
! stack pointer in *save, and goes on with the one whose stack pointer is `to`. All
! windows are on stacks meanwhile; the one of switch_to is in its frame, and behind
! it the number of the window, which handlers of traps rely on. Interrupts are off.

	.section .text.switch_to, "ax"
	.global	switch_to
	.type	switch_to, @function
switch_to:
	save	%sp, -96, %sp
	ta	3			! windows of callers go to their stacks
	std	%l0, [%sp + 0]
	std	%l2, [%sp + 8]
	std	%l4, [%sp + 16]
	std	%l6, [%sp + 24]
	std	%i2, [%sp + 40]
	std	%i4, [%sp + 48]
	std	%i6, [%sp + 56]
	rd	%psr, %g2
	st	%g2, [%sp + 64]
	st	%sp, [%i0]
	mov	%i1, %g1
	ld	[%g1 + 64], %g3
	and	%g3, 7, %g3
	! The window above is invalid: who returns there finds it on the stack.
	add	%g3, 1, %g4
	and	%g4, 7, %g4
	mov	1, %g5
	sll	%g5, %g4, %g4
	andn	%g2, 0x27, %g2
	wr	%g2, %g3, %psr		! ET = 0, and the other window
	wr	%g4, 0, %wim
	nop
	nop
	nop
	mov	%g1, %sp
	ldd	[%sp + 0], %l0
	ldd	[%sp + 8], %l2
	ldd	[%sp + 16], %l4
	ldd	[%sp + 24], %l6
	ldd	[%sp + 40], %i2
	ldd	[%sp + 48], %i4
	ldd	[%sp + 56], %i6
	or	%g2, %g3, %g2
	wr	%g2, 0x20, %psr
	nop
	nop
	nop
	ret
	 restore			! the caller's window comes from its stack
	.size	switch_to, . - switch_to

	.section .note.GNU-stack, "", @progbits
