/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Code whose events can be counted on paper. uint32_t NAME(uint32_t on, uint32_t off, void *p): writes `on`
   to CONFIG, runs, writes `off`, returns what CTIMER0 counted from 0xFFFFFFFF. Each body comes once
   (NAME_1) and five times (NAME_5); the difference is free of what happens at the ends. A body starts at a
   double word and has no branch unless it is about branches. r2 = p, r3, r44 and r45 are ready. */
	.macro	kernel name, times
	.balignw 8, 0x01a2
	.global	_\name\()_\times
_\name\()_\times\():
	mov	r12, 0xffff
	movt	r12, 0xffff
	movts	ctimer0, r12
	mov	r3, 1
	mov	r44, 0
	mov	r45, 0
	mov	r16, 0
	sub	r12, r12, 0		/* AZ = 0 */
	/* What comes next is the same for all: FPU and load results are in. */
	.rept	8
	nop
	.endr
	.balignw 8, 0x01a2
	movts	config, r0
	nop
	nop
	.balignw 8, 0x01a2
	.rept	\times
	\name\()_body
	.endr
	.balignw 8, 0x01a2
	movts	config, r1
	movfs	r0, ctimer0
	mov	r12, 0xffff
	movt	r12, 0xffff
	sub	r0, r12, r0
	rts
	.endm

	.macro	both name
	kernel	\name, 1
	kernel	\name, 5
	.endm

	/* Eight independent integer instructions. */
	.macro	ialu_body
	.irp	d, 16, 17, 18, 19, 20, 21, 22, 23
	add	r\d, r3, 1
	.endr
	.endm

	/* Eight independent FPU instructions. */
	.macro	fpu_body
	.irp	d, 16, 17, 18, 19, 20, 21, 22, 23
	fadd	r\d, r44, r45
	.endr
	.endm

	/* Eight pairs, each in a double word of its own. */
	.macro	pairs_body
	.irp	d, 16, 17, 18, 19, 20, 21, 22, 23
	fadd	r\d, r44, r45
	add	r24, r3, 1
	.endr
	.endm

	/* A load and its use: one cycle between. */
	.macro	load_use_body
	.rept	4
	ldr	r16, [r2]
	add	r24, r16, 1
	.endr
	.endm

	/* Bytes take one cycle more. */
	.macro	byte_use_body
	.rept	4
	ldrb	r16, [r2]
	add	r24, r16, 1
	.endr
	.endm

	/* Each waits four cycles for the one before (CONFIG rounds to nearest). */
	.macro	fpu_chain_body
	.rept	4
	fadd	r16, r16, r45
	.endr
	.endm

	/* A store waits three cycles for the FPU. NOP keeps the store from pairing with the next FADD. */
	.macro	fpu_store_body
	.rept	4
	fadd	r16, r44, r45
	str	r16, [r2]
	nop
	nop
	.balignw 4, 0x01a2
	.endr
	.endm

	/* The FPU waits one cycle for the integer unit. */
	.macro	ialu_fpu_body
	.rept	4
	add	r16, r3, 1
	fadd	r17, r16, r45
	nop
	nop
	.endr
	.endm

	/* Taken branches: three more cycles each. */
	.macro	taken_body
	.rept	4
	b.l	1f
	nop
	nop
1:
	.endr
	.endm

	.macro	not_taken_body
	.rept	8
	beq.l	1f
1:
	.endr
	.endm

	/* One access a cycle. */
	.macro	loads_body
	.irp	d, 16, 17, 18, 19, 20, 21, 22, 23
	ldr	r\d, [r2]
	.endr
	.endm

	.macro	stores_body
	.rept	8
	str	r24, [r2]
	.endr
	.endm

	.section .kernels, "ax"
	both	ialu
	both	fpu
	both	pairs
	both	load_use
	both	byte_use
	both	fpu_chain
	both	fpu_store
	both	ialu_fpu
	both	taken
	both	not_taken
	both	loads
	both	stores

	/* For loads from the bank that the code is in. */
	.balignw 8, 0x01a2
	.global	_code_bank_data
_code_bank_data:
	.word	0, 0

	/* The first again, fetched from external memory: four double words a body. */
	.macro	far_ialu_body
	ialu_body
	.endm
	.section .dram.kernels, "ax"
	both	far_ialu
