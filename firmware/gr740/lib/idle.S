! SPDX-License-Identifier: MIT OR Apache-2.0
!
! void smp_idle_while(volatile uint32_t *word, uint32_t value)
!
! Testing the word and entering power-down are two steps; an interrupt between
! them would leave the core asleep with its work waiting. Interrupt handlers
! therefore call smp_idle_restart, which moves a PC inside the range below back
! to its start, so that the test is made again.

	.section .text.idle, "ax"
	.global	smp_idle_while, smp_idle_begin, smp_idle_end
	.type	smp_idle_while, @function
smp_idle_while:
smp_idle_begin:
	ld	[%o0], %o2
	cmp	%o2, %o1
	bne	1f
	 nop
	wr	%g0, %asr19		! UM 2.9 ch. 6: power-down
smp_idle_end:
	nop				! runs before the interrupt is taken
	ba	smp_idle_begin
	 nop
1:	retl
	 nop
	.size	smp_idle_while, . - smp_idle_while

	.section .note.GNU-stack, "", @progbits
