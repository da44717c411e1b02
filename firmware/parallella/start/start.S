/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Vector table and start code of a core. */
	.section .vectors, "ax"
	.global _vectors
_vectors:
	b.l	_start			/* SYNC */
	.rept 9
	b.l	unexpected
	.endr

	.section .start, "ax"
	.balignw 8, 0x01a2
	.global _start
_start:
	mov	r13, %low(__stack)
	movt	r13, %high(__stack)
	mov	r11, 0
	mov	r0, %low(__bss_begin)
	mov	r1, %low(__bss_end)
	mov	r2, 0
	mov	r3, 0
clear:
	sub	r16, r1, r0
	beq	cleared
	strd	r2, [r0], 1
	b	clear
cleared:
	/* SYNC is in service until RTI. All other interrupts stay masked until a program wants them. */
	mov	r0, 0x3ff
	movts	imask, r0
	mov	r0, %low(running)
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

/* An interrupt that nobody attached a handler to ends the run with status 100 + its number. */
unexpected:
	movfs	r1, ipend
	mov	r0, 100
next:
	lsr	r1, r1, 1
	beq	found
	add	r0, r0, 1
	b	next
found:
	trap	3
	b	found

/* void exit(int status). Core 0 ends the run, and so does any core that failed; others sleep. */
	.text
	.balignw 4, 0x01a2
	.global _exit
	.global __exit
_exit:
__exit:
	and	r0, r0, r0
	bne	ends
	movfs	r1, coreid
	mov	r2, 0x808
	sub	r1, r1, r2
	bne	sleep
ends:
	trap	3
	b	ends
sleep:
	gid
	idle
	b	sleep
