! SPDX-License-Identifier: MIT OR Apache-2.0
!
! Entry of every core. The boot monitor starts cpu0 here; a write of MPSTAT in
! IRQ(A)MP releases the others at the same address (UM 2.9 ch. 2, 6). Nothing
! that the monitor left behind is trusted: each core sets what it needs.

#include "stack.h"

	.section .text.start, "ax"
	.global	_start
	.type	_start, @function
_start:
	! PIL=15, S=1, PS=1, EF=1, ET=0, CWP=0. Interrupts stay off until a
	! program asks for them; EF must be on before the FSR is touched.
	set	0x00001fc0, %g1
	wr	%g1, 0, %psr
	nop
	nop
	nop
	! Window 1 is the invalid one: six SAVEs fit before the first overflow.
	wr	%g0, 2, %wim
	wr	%g0, 0, %y
	set	trap_table, %g1
	wr	%g1, 0, %tbr
	nop
	nop
	nop

	! Flush both caches, wait for the flush to end (IP and DP, bits 15:14),
	! then enable both with snooping (UM 2.9 ch. 6, cache control register).
	set	0x00600000, %g1
	sta	%g1, [%g0] 2
	set	0x0000c000, %g2
1:	lda	[%g0] 2, %g1
	andcc	%g1, %g2, %g0
	bne	1b
	 nop
	set	0x0081000f, %g1
	sta	%g1, [%g0] 2

	! One stack a core, top of core n = cpu_stacks + (n + 1) * STACK_BYTES.
	rd	%asr17, %g4
	srl	%g4, 28, %g4
	add	%g4, 1, %g2
	sll	%g2, STACK_SHIFT, %g2
	set	cpu_stacks, %g1
	add	%g1, %g2, %sp
	sub	%sp, 96, %sp
	mov	0, %fp
	mov	0, %i7

	! Round to nearest, no IEEE trap enabled, NS=0.
	set	fsr_initial, %g1
	ld	[%g1], %fsr

	cmp	%g4, 0
	bne	secondary
	 nop

	! Only cpu0 clears .bss: the others are still held in power-down.
	set	__bss_start, %g1
	set	__bss_end, %g2
	mov	0, %l0			! a pair of zeros: std %g0 would store %g1, too
	mov	0, %l1
2:	cmp	%g1, %g2
	bgeu	3f
	 nop
	std	%l0, [%g1]
	ba	2b
	 add	%g1, 8, %g1

3:	! The system counter may be stopped (asr22.DUCNT); writing 0 starts it.
	wr	%g0, 0, %asr22
	! Enable traps, interrupts stay masked by PIL=15.
	rd	%psr, %g1
	wr	%g1, 0x20, %psr
	nop
	nop
	nop
	call	main
	 mov	0, %o0
	call	exit
	 nop

secondary:
	rd	%psr, %g1
	wr	%g1, 0x20, %psr
	nop
	nop
	nop
	call	smp_secondary_main
	 mov	%g4, %o0
	! Does not return.
	ba	.
	 nop
	.size	_start, . - _start

! exit(status): the debug monitor's convention, `ta 0` with traps off and
! %g1 = 1. The core enters error mode, which ends the run.
! The symbol tells a simulator that %o0 holds the status.
	.global	__exit_status_in_o0
	.set	__exit_status_in_o0, 1

	.section .text.exit, "ax"
	.global	machine_exit
	.type	machine_exit, @function
machine_exit:
	rd	%psr, %g2
	andn	%g2, 0x20, %g2
	wr	%g2, 0, %psr
	nop
	nop
	nop
	mov	1, %g1
	ta	0
	ba	.
	 nop
	.size	machine_exit, . - machine_exit

! The end of a program that met a trap it did not expect: a symbol of its own
! so that a debugger or a report shows which way the run ended.
	.global	machine_exit_after_trap
	.type	machine_exit_after_trap, @function
machine_exit_after_trap:
	rd	%psr, %g2
	andn	%g2, 0x20, %g2
	wr	%g2, 0, %psr
	nop
	nop
	nop
	mov	1, %o0
	mov	1, %g1
	ta	0
	ba	.
	 nop
	.size	machine_exit_after_trap, . - machine_exit_after_trap

	.section .rodata.start, "a"
	.align	4
fsr_initial:
	.word	0

	.section .noinit, "aw", @nobits
	.align	8
	.global	cpu_stacks
cpu_stacks:
	.skip	MAX_CPUS << STACK_SHIFT

	.section .note.GNU-stack, "", @progbits
