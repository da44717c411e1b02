/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Vectors and entry of an eCore. The C library of this folder is all that there is. */
	.section .start, "ax"
	.global _start
_start:
	b.l	begin			/* SYNC */
	b.l	exception		/* software exception: what an instruction does wrong */
	.rept 8
	b.l	other
	.endr

	.section .begin, "ax"
	.balign 8
begin:
	mov	r13, %low(__stack)
	movt	r13, %high(__stack)
	mov	r0, %low(__bss_begin)
	movt	r0, %high(__bss_begin)
	mov	r1, %low(__bss_end)
	movt	r1, %high(__bss_end)
	mov	r2, 0
	mov	r3, 0
clear:
	sub	r16, r1, r0
	beq	cleared
	strd	r2, [r0], 1
	b	clear
cleared:
	mov	r0, 0x3fd		/* exceptions only */
	movts	imask, r0
	mov	r0, %low(running)
	movt	r0, %high(running)
	movts	iret, r0
	rti
running:
	mov	r0, 0
	mov	r1, 0
	mov	r2, %low(_main)
	movt	r2, %high(_main)
	jalr	r2
	mov	r2, %low(_exit)
	movt	r2, %high(_exit)
	jalr	r2

/* The cause is in bits 19 to 16 of STATUS. */
exception:
	movfs	r0, status
	lsr	r0, r0, 16
	mov	r1, 15
	and	r0, r0, r1
	b	report
other:
	mov	r0, 0xff
report:
	movfs	r1, iret
	mov	r13, %low(__stack)
	movt	r13, %high(__stack)
	mov	r2, %low(_report_trap)
	movt	r2, %high(_report_trap)
	jr	r2
