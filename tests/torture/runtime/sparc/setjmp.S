/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Stack pointer and return address. The locals and ins of the frame that longjmp goes on with lie at its
   stack pointer, once the windows are flushed (ta 3). */
	.text
	.global	setjmp
	.type	setjmp, @function
setjmp:
	st	%sp, [%o0 + 0]
	st	%o7, [%o0 + 4]
	retl
	 mov	0, %o0
	.size	setjmp, . - setjmp

	.global	longjmp
	.type	longjmp, @function
longjmp:
	save	%sp, -96, %sp		/* else the flush would spare the caller's window */
	ta	3
	mov	%i1, %g2
	ld	[%i0 + 4], %o7
	ld	[%i0 + 0], %g1
	/* This window becomes the frame's. */
	ldd	[%g1 + 0], %l0
	ldd	[%g1 + 8], %l2
	ldd	[%g1 + 16], %l4
	ldd	[%g1 + 24], %l6
	ldd	[%g1 + 32], %i0
	ldd	[%g1 + 40], %i2
	ldd	[%g1 + 48], %i4
	ldd	[%g1 + 56], %i6
	mov	%g1, %sp
	cmp	%g2, 0
	be,a	1f
	 mov	1, %g2
1:	retl
	 mov	%g2, %o0
	.size	longjmp, . - longjmp

	.section .note.GNU-stack, "", @progbits
