/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Start of a program on one LEON3: trap table, stack, caches, bss. Interrupts of all levels count
 * in `ticks`; every other trap ends in error mode, since it finds traps off (SPARC V8 manual, 7.5).
 */
	.section .text.start, "ax"
	.global	_start, __exit_status_in_o0
	.set	__exit_status_in_o0, 1

	.macro	TRAP handler
	rd	%psr, %l0
	sethi	%hi(\handler), %l4
	jmp	%l4 + %lo(\handler)
	nop
	.endm
	.macro	BAD
	ta	0
	nop
	nop
	nop
	.endm

	.align	4096
_start:
	TRAP	reset
	.rept	16		/* 0x01 to 0x10 */
	BAD
	.endr
	.rept	15		/* 0x11 to 0x1f: interrupt levels 1 to 15 */
	TRAP	interrupt
	.endr
	.rept	256 - 32
	BAD
	.endr

reset:
	set	_start, %g1
	wr	%g1, 0, %tbr
	wr	%g0, 2, %wim
	set	0xfe0, %g1	/* S, PS, ET; PIL 15 */
	wr	%g1, 0, %psr
	nop
	nop
	nop
	set	0x40f00000 - 96, %sp
	set	0x0081000f, %g1	/* caches and snooping on */
	sta	%g1, [%g0] 2
	set	__bss_start, %g2
	set	__bss_end, %g3
1:	cmp	%g2, %g3
	bgeu	2f
	 nop
	st	%g0, [%g2]
	ba	1b
	 add	%g2, 4, %g2
2:	call	main
	 nop
	/* The customary end: status in %o0, %g1 = 1, traps off, ta 0. */
	mov	1, %g1
	wr	%g0, 0xc0, %psr
	nop
	nop
	nop
	ta	0

interrupt:
	set	ticks, %l3
	ld	[%l3], %l4
	add	%l4, 1, %l4
	st	%l4, [%l3]
	set	0x80000318, %l3	/* GPTIMER 1 TCTRL: clear IP by writing 1, go on */
	mov	0x1b, %l4
	st	%l4, [%l3]
	wr	%l0, 0, %psr
	nop
	nop
	nop
	jmp	%l1
	rett	%l2
