/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Start of a program on one LEON core, from memory as a monitor or QEMU loads it. */
	.section .text.start, "ax"
	.global	_start
	.type	_start, @function
_start:
	set	0x00001fc0, %g1		/* EF, PIL 15, S, PS; traps off, window 0 */
	wr	%g1, 0, %psr
	nop
	nop
	nop
	wr	%g0, 2, %wim		/* six SAVEs fit before the first overflow */
	set	trap_table, %g1
	wr	%g1, 0, %tbr
	nop
	nop
	nop
	set	0x0081000f, %g1		/* caches and snooping on */
	sta	%g1, [%g0] 2

	set	stack_top - 96, %sp
	mov	0, %fp
	mov	0, %i7

	set	__bss_start, %g2
	set	__bss_end, %g3
1:	cmp	%g2, %g3
	bgeu	2f
	 nop
	st	%g0, [%g2]
	ba	1b
	 add	%g2, 4, %g2

2:	set	fsr_initial, %g1
	ld	[%g1], %fsr
	rd	%psr, %g1
	wr	%g1, 0x20, %psr		/* ET */
	nop
	nop
	nop
	mov	0, %o0			/* argc, argv */
	call	main
	 mov	0, %o1
	call	exit
	 nop
	.size	_start, . - _start

/* The customary end: traps off, %g1 = 1, the status in %o0, ta 0. */
	.global	__exit_status_in_o0
	.set	__exit_status_in_o0, 1
	.global	error_mode
	.type	error_mode, @function
error_mode:
	rd	%psr, %g2
	andn	%g2, 0x20, %g2
	wr	%g2, 0, %psr
	nop
	nop
	nop
	mov	1, %g1
	ta	0
	.size	error_mode, . - error_mode

	.section .rodata.start, "a"
	.align	4
fsr_initial:
	.word	0			/* round to nearest, no traps */

	.section .note.GNU-stack, "", @progbits
