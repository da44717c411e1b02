! SPDX-License-Identifier: MIT OR Apache-2.0
!
! One small function a trap. The label NAME_at marks the instruction that must
! be reported as PC, NAME_next the one that must be reported as nPC.

	.section .text.provoke, "ax"

	.macro	begin name
	.global	\name, \name\()_at, \name\()_next
	.type	\name, @function
\name:
	.endm
	.macro	done
	retl
	 nop
	.endm

	begin	illegal
illegal_at:
	unimp	0
illegal_next:
	done

	begin	illegal_rett			! RETT with traps on
illegal_rett_at:
	rett	%g0
illegal_rett_next:
	done

	begin	privileged			! in user mode
privileged_at:
	rd	%psr, %g1
privileged_next:
	done

	begin	privileged_asi			! in user mode
privileged_asi_at:
	lda	[%g0] 2, %g1
privileged_asi_next:
	done

	begin	fp_disabled
	rd	%psr, %g2
	set	0x1000, %g3
	andn	%g2, %g3, %g1
	wr	%g1, 0, %psr
	nop
	nop
	nop
fp_disabled_at:
	fmovs	%f0, %f0
fp_disabled_next:
	wr	%g2, 0, %psr
	nop
	nop
	nop
	done

	begin	fp_disabled_load
	rd	%psr, %g2
	set	0x1000, %g3
	andn	%g2, %g3, %g1
	wr	%g1, 0, %psr
	nop
	nop
	nop
fp_disabled_load_at:
	ld	[%sp + 64], %f0
fp_disabled_load_next:
	wr	%g2, 0, %psr
	nop
	nop
	nop
	done

	begin	fp_disabled_branch
	rd	%psr, %g2
	set	0x1000, %g3
	andn	%g2, %g3, %g1
	wr	%g1, 0, %psr
	nop
	nop
	nop
fp_disabled_branch_at:
	fba	1f
fp_disabled_branch_next:
	 nop
1:	wr	%g2, 0, %psr
	nop
	nop
	nop
	done

	begin	cp_disabled
cp_disabled_at:
	.word	0x81b00000			! CPop1
cp_disabled_next:
	done

	begin	misaligned_load
misaligned_load_at:
	ld	[%sp + 65], %g1
misaligned_load_next:
	done

	begin	misaligned_half
misaligned_half_at:
	lduh	[%sp + 65], %g1
misaligned_half_next:
	done

	begin	misaligned_double
misaligned_double_at:
	ldd	[%sp + 68], %g2
misaligned_double_next:
	done

	begin	misaligned_store
misaligned_store_at:
	st	%g0, [%sp + 66]
misaligned_store_next:
	done

	begin	misaligned_jump
	set	misaligned_jump_at, %g1
misaligned_jump_at:
	jmp	%g1 + 2
misaligned_jump_next:
	 nop
	done

	begin	tag_overflow
	mov	1, %g1				! tag bits not zero
tag_overflow_at:
	taddcctv %g1, %g1, %g1
tag_overflow_next:
	done

	begin	tag_arithmetic
	set	0x7ffffffc, %g1			! tags zero, sum overflows
tag_arithmetic_at:
	taddcctv %g1, %g1, %g1
tag_arithmetic_next:
	done

	begin	divide_zero
	wr	%g0, 0, %y
	mov	5, %g1
	nop
	nop
divide_zero_at:
	udiv	%g1, %g0, %g1
divide_zero_next:
	done

	begin	divide_zero_signed
	wr	%g0, 0, %y
	mov	5, %g1
	nop
	nop
divide_zero_signed_at:
	sdivcc	%g1, %g0, %g1
divide_zero_signed_next:
	done

	! 0xE0000000 is the debug bus, which no CPU can see (UM 2.9 ch. 2).
	begin	data_access
	sethi	%hi(0xe0000000), %g1
data_access_at:
	ld	[%g1], %g2
data_access_next:
	done

	begin	data_access_atomic
	sethi	%hi(0xe0000000), %g1
data_access_atomic_at:
	ldstub	[%g1], %g2
data_access_atomic_next:
	done

	! The store is buffered: the trap comes at a later instruction. Nothing
	! else is stored before data_store_end.
	.global	data_store_end
	begin	data_store
	sethi	%hi(0xe0000000), %g1
data_store_at:
	st	%g0, [%g1]
data_store_next:
	.rept	64
	nop
	.endr
data_store_end:
	done

	! The fetch fails at the target: PC is the target itself.
	.global	fetch_return
	begin	fetch_access
fetch_access_at:
	sethi	%hi(0xe0000000), %g1
	jmp	%g1
fetch_access_next:
	 nop
fetch_return:
	done

	! Delay slots: the trapping instruction's nPC is the branch target.
	begin	in_slot
	ba	in_slot_next
in_slot_at:
	 unimp	0
	unimp	0
in_slot_next:
	done

	begin	in_call_slot
	mov	%o7, %g4
	call	in_call_slot_next
in_call_slot_at:
	 unimp	0
	unimp	0
in_call_slot_next:
	jmp	%g4 + 8
	 nop

	begin	in_taken_annul_slot		! taken: the slot is executed
	cmp	%g0, %g0
	be,a	in_taken_annul_slot_next
in_taken_annul_slot_at:
	 unimp	0
	unimp	0
in_taken_annul_slot_next:
	done

	! Three annulled slots: no trap at all.
	begin	annulled
annulled_at:
	ba,a	1f
	 unimp	0
1:	cmp	%g0, %g0
	bne,a	2f				! not taken: annulled
	 unimp	0
2:	bn,a	3f
	 unimp	0
3:	fbn,a	4f
	 unimp	0
4:
annulled_next:
	done

	! Conditions that do not hold: no trap.
	begin	ticc_not_taken
ticc_not_taken_at:
	cmp	%g0, %g0
	tne	5
	tgu	5
	tl	5
ticc_not_taken_next:
	done

	begin	ticc_register			! 0x80 + ((5 + 0x90) & 0x7f)
	mov	5, %g1
ticc_register_at:
	ta	%g1 + 0x90
ticc_register_next:
	done

	! ta 0 ... ta 127, three instructions each.
	.global	ticc_table
ticc_table:
	.set	.Ln, 0
	.rept	128
	ta	.Ln
	retl
	 nop
	.set	.Ln, .Ln + 1
	.endr

	! Watchpoints are set up by C on these three.
	begin	watched_fetch
	nop
watched_fetch_at:
	nop
watched_fetch_next:
	done

	begin	watched_load
	set	watched_word, %g1
watched_load_at:
	ld	[%g1], %g2
watched_load_next:
	done

	begin	watched_store
	set	watched_word, %g1
watched_store_at:
	st	%g0, [%g1]
watched_store_next:
	done

	! FPU: the exception may be reported by any later FP instruction.
	.global	fp_divide_end, fp_subnormal_end, fp_invalid_end
	begin	fp_divide
	set	fp_constants, %g1
	ldd	[%g1 + 0], %f0			! 1.0
	ldd	[%g1 + 8], %f2			! 0.0
fp_divide_at:
	fdivd	%f0, %f2, %f4
fp_divide_next:
	nop
	fmovs	%f0, %f6
	st	%fsr, [%sp + 68]
fp_divide_end:
	done

	begin	fp_invalid
	set	fp_constants, %g1
	ldd	[%g1 + 24], %f0			! -1.0
fp_invalid_at:
	fsqrtd	%f0, %f4
fp_invalid_next:
	nop
	fmovs	%f0, %f6
	st	%fsr, [%sp + 68]
fp_invalid_end:
	done

	begin	fp_subnormal
	set	fp_constants, %g1
	ldd	[%g1 + 0], %f0
	ldd	[%g1 + 16], %f2			! smallest subnormal
fp_subnormal_at:
	faddd	%f0, %f2, %f4
fp_subnormal_next:
	nop
	fmovs	%f0, %f6
	std	%f4, [%g1 + 32]
	st	%fsr, [%sp + 68]
fp_subnormal_end:
	done

	.section .data.provoke, "aw"
	.align	8
	.global	fp_constants, watched_word
fp_constants:
	.word	0x3ff00000, 0			! 1.0
	.word	0, 0				! 0.0
	.word	0, 1				! smallest subnormal
	.word	0xbff00000, 0			! -1.0
	.word	0, 0				! result
watched_word:
	.word	0x12345678

	.section .note.GNU-stack, "", @progbits
