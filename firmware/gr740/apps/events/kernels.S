! SPDX-License-Identifier: MIT OR Apache-2.0
!
! Pieces of code whose event counts follow from reading them. All are leaf
! functions; what `measure` and the final `retl; nop` add is taken off by
! measuring kernel_empty.

	.section .text.kernels, "ax"

	.macro	kernel name
	.balign	32				! a line of the I-cache
	.global	\name
	.type	\name, @function
\name:
	.endm
	.macro	done
	retl
	 nop
	.endm

! uint32_t measure(volatile uint32_t *cctrl, uint32_t on,
!                  volatile uint32_t *cval, void (*kernel)(void))
! Enable, settle, run, settle, read. The load of CCTRL waits for the posted
! store, so that counting begins at the same instruction every time.
	kernel	measure
	save	%sp, -96, %sp
	ld	[%i0], %g1			! earlier posted stores are through
	.rept	32
	nop
	.endr
	st	%i1, [%i0]
	ld	[%i0], %g1
	.rept	32
	nop
	.endr
	call	%i3
	 nop
	.rept	32
	nop
	.endr
	ld	[%i2], %l0
	st	%g0, [%i0]			! EN off
	ld	[%i0], %g1
	mov	%l0, %i0
	ret
	 restore

	kernel	kernel_empty
	done

	kernel	kernel_nops_400
	.rept	400
	nop
	.endr
	done

! 60 instructions: 40 integer, 20 FPops.
	kernel	kernel_mixed
	.rept	10
	add	%g1, 1, %g1
	faddd	%f0, %f2, %f4
	xor	%g2, %g1, %g2
	fmuld	%f0, %f2, %f6
	sub	%g2, 1, %g3
	or	%g3, 1, %g2
	.endr
	done

! 30 of op=2, 10 SETHI (op=0), 10 loads (op=3).
	kernel	kernel_types
	.rept	10
	add	%g1, 1, %g1
	sethi	%hi(0x12345000), %g2
	sll	%g1, 1, %g3
	ld	[%sp + 64], %g2
	xor	%g1, %g3, %g3
	.endr
	done

! 20 loads of all sizes, 15 stores.
	kernel	kernel_loads_stores
	set	events_buffer, %o0
	.rept	5
	ld	[%o0], %g1
	st	%g0, [%o0 + 8]
	ldub	[%o0 + 4], %g1
	sth	%g0, [%o0 + 12]
	lduh	[%o0 + 6], %g1
	stb	%g0, [%o0 + 16]
	ldd	[%o0 + 16], %g2
	.endr
	done

! 10 branches taken, 10 not taken.
	kernel	kernel_branches
	cmp	%g0, 0
	.rept	10
	be	1f
	 nop
	nop
1:	bne	2f
	 nop
2:	nop
	.endr
	done

	kernel	kernel_branch_always
	.rept	5
	ba	1f
	 nop
	nop
1:	nop
	.endr
	done

! icc not ready (set by the instruction before) and branch not taken.
	kernel	kernel_mispredicted
	.rept	32
	cmp	%g0, 0
	bne	1f
	 nop
1:	nop
	.endr
	done

! The same with icc ready long before, and with the branch taken.
	kernel	kernel_predicted
	.rept	16
	cmp	%g0, 0
	nop
	nop
	nop
	bne	1f
	 nop
1:	cmp	%g0, 0
	be	2f
	 nop
2:	nop
	.endr
	done

	kernel	kernel_calls
	mov	%o7, %g4
	.rept	12
	call	kernel_empty
	 nop
	.endr
	jmp	%g4 + 8
	 nop

! Three calls with 100 and 300 instructions between.
	kernel	kernel_spaced_calls
	mov	%o7, %g4
	call	kernel_empty
	 nop
	.rept	100
	nop
	.endr
	call	kernel_empty
	 nop
	.rept	300
	nop
	.endr
	call	kernel_empty
	 nop
	jmp	%g4 + 8
	 nop

! 64 lines of code, the last two instructions being the return.
	kernel	kernel_code_lines
	.rept	64 * 8 - 2
	nop
	.endr
	done

! One load from each of 64 lines.
	kernel	kernel_load_lines
	set	events_buffer, %o0
	.set	.Loffset, 0
	.rept	64
	ld	[%o0 + .Loffset], %g1
	.set	.Loffset, .Loffset + 32
	.endr
	done

! 32 lines, 4 KiB away from the others.
	kernel	kernel_load_far_lines
	set	events_buffer + 4096, %o0
	.set	.Loffset, 0
	.rept	32
	ld	[%o0 + .Loffset], %g1
	.set	.Loffset, .Loffset + 32
	.endr
	done

! One load, of the first of those lines.
	kernel	kernel_one_slow_load
	set	events_buffer + 4096, %o1
	ld	[%o1], %g1
	done

	.macro	store_kernel name op
	kernel	\name
	set	events_buffer, %o0
	.rept	20
	\op	%g0, [%o0]
	.endr
	done
	.endm
	store_kernel kernel_store_bytes stb
	store_kernel kernel_store_halves sth
	store_kernel kernel_store_words st

	kernel	kernel_store_doubles
	set	events_buffer, %o0
	mov	0, %g2
	mov	0, %g3
	.rept	20
	std	%g2, [%o0]
	.endr
	done

	kernel	kernel_stores_32
	set	events_buffer, %o0
	.rept	32
	st	%g0, [%o0]
	.endr
	done

	kernel	kernel_atomics_16
	set	events_buffer, %o0
	.rept	16
	ldstub	[%o0], %g1
	.endr
	done

! Eight pages of virtual memory that map to page_of_returns, and as many loads.
	kernel	kernel_page_calls
	mov	%o7, %g4
	sethi	%hi(0x10000000), %o0
	mov	8, %o1
	set	4096, %o2
1:	jmpl	%o0, %o7
	 nop
	subcc	%o1, 1, %o1
	bne	1b
	 add	%o0, %o2, %o0
	jmp	%g4 + 8
	 nop

	kernel	kernel_page_loads
	sethi	%hi(0x10008000), %o0
	mov	8, %o1
	set	4096, %o2
1:	ld	[%o0], %g1
	subcc	%o1, 1, %o1
	bne	1b
	 add	%o0, %o2, %o0
	done

	.balign	4096
	.global	page_of_returns
page_of_returns:
	retl
	 nop
	.balign	4096

	.section .noinit.events, "aw", @nobits
	.align	4096
	.global	events_buffer
events_buffer:
	.skip	8192

	.section .note.GNU-stack, "", @progbits
