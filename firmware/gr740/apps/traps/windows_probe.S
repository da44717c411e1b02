! SPDX-License-Identifier: MIT OR Apache-2.0
!
! Runs with a copy of the trap table whose entries 5 and 6 come here first: note
! PC and nPC, count, and go on to the real handlers.

	.section .text.windows_probe, "ax"

	.macro	probe name handler
	.global	\name
\name:
	set	window_seen, %l3
	st	%l1, [%l3 + \@ * 12 + 0]
	st	%l2, [%l3 + \@ * 12 + 4]
	ld	[%l3 + \@ * 12 + 8], %l4
	add	%l4, 1, %l4
	ba	\handler
	 st	%l4, [%l3 + \@ * 12 + 8]
	.endm

	probe	probe_overflow window_overflow
	probe	probe_underflow window_underflow

! With all other windows flushed, six SAVEs reach the invalid one: with `ta 3`
! the window above the caller's is invalid, so of 8 windows the caller's and six
! below it are free.
	.global	window_walk, window_walk_overflow, window_walk_underflow
	.type	window_walk, @function
window_walk:
	save	%sp, -96, %sp
	ta	3
	mov	10, %l0
	save	%sp, -96, %sp
	mov	11, %l0
	save	%sp, -96, %sp
	mov	12, %l0
	save	%sp, -96, %sp
	mov	13, %l0
	save	%sp, -96, %sp
	mov	14, %l0
	save	%sp, -96, %sp
	mov	15, %l0
	save	%sp, -96, %sp
	mov	16, %l0
window_walk_overflow:
	save	%sp, -96, %sp
	mov	17, %l0
	mov	%l0, %i0
	restore
	sll	%l0, 8, %i1
	or	%o0, %i1, %i0
	restore
	sub	%l0, 15, %i1
	add	%o0, %i1, %i0
	restore
	sub	%l0, 14, %i1
	add	%o0, %i1, %i0
	restore
	sub	%l0, 13, %i1
	add	%o0, %i1, %i0
	restore
	sub	%l0, 12, %i1
	add	%o0, %i1, %i0
	restore
	sub	%l0, 11, %i1
	add	%o0, %i1, %i0
window_walk_underflow:
	restore
	sub	%l0, 10, %i1
	add	%o0, %i1, %i0
	ret
	 restore
	.size	window_walk, . - window_walk

	.section .bss.window_seen, "aw", @nobits
	.align	4
	.global	window_seen
window_seen:
	.skip	24

	.section .note.GNU-stack, "", @progbits
