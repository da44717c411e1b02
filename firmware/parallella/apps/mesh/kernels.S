/* SPDX-License-Identifier: MIT OR Apache-2.0 */
	.section .kernels, "ax"

/* uint32_t ten_reads(const volatile void *from, volatile void *to): cycles of ten pairs of a load and the store
   that waits for it, by CTIMER0, without the cost of reading the timer. */
	.balignw 8, 0x01a2
	.global	_ten_reads
_ten_reads:
	movfs	r2, ctimer0
	movfs	r3, ctimer0
	sub	r12, r2, r3		/* what two reads in a row cost */
	.balignw 8, 0x01a2
	movfs	r2, ctimer0
	.rept	10
	ldr	r16, [r0]
	str	r16, [r1]
	.endr
	movfs	r3, ctimer0
	sub	r2, r2, r3
	sub	r0, r2, r12
	rts

/* uint32_t ten_unoptimised_reads(const volatile void *from, volatile void *to): the same of ten groups of what a
   compiler without optimisation makes of the vendor's test of read latency: the address to store at is moved into a
   register, and the one to load from is loaded from the stack. */
	.balignw 8, 0x01a2
	.global	_ten_unoptimised_reads
_ten_unoptimised_reads:
	sub	sp, sp, 16
	str	r0, [sp, 2]
	movfs	r2, ctimer0
	movfs	r3, ctimer0
	sub	r12, r2, r3		/* what two reads in a row cost */
	.balignw 8, 0x01a2
	movfs	r2, ctimer0
	.rept	10
	mov	r16, r1
	ldr	r3, [sp, 2]
	ldr	r3, [r3]
	str	r3, [r16]
	.endr
	movfs	r3, ctimer0
	sub	r2, r2, r3
	sub	r0, r2, r12
	add	sp, sp, 16
	rts

/* void copy_words(volatile void *to, const volatile void *from, uint32_t words): as memcpy of the C library was when
   its rates were published: four words in a round, each one stored before the next one is loaded. In the own memory
   a word takes load, one cycle's wait and store, and the round seven cycles beside. */
	.balignw 8, 0x01a2
	.global	_copy_words
_copy_words:
1:
	ldr	r16, [r1]
	str	r16, [r0]
	ldr	r16, [r1, 1]
	str	r16, [r0, 1]
	ldr	r16, [r1, 2]
	str	r16, [r0, 2]
	ldr	r16, [r1, 3]
	str	r16, [r0, 3]
	add	r1, r1, 16
	add	r0, r0, 16
	sub	r2, r2, 4
	bne	1b
	rts

/* uint32_t ping(volatile uint32_t *there, volatile uint32_t *here, uint32_t token): cycles until the token that
   was written there came back here. */
	.balignw 8, 0x01a2
	.global	_ping
_ping:
	movfs	r12, ctimer0
	str	r2, [r0]
1:
	ldr	r16, [r1]
	sub	r16, r16, r2
	bne	1b
	movfs	r3, ctimer0
	sub	r0, r12, r3
	rts

/* uint32_t pong(volatile uint32_t *here, volatile uint32_t *there): sends back what arrives; at 0xFFFFFFFF it
   returns. Tokens differ from each other and from 0. */
	.balignw 8, 0x01a2
	.global	_pong
_pong:
	mov	r2, 0
1:
	ldr	r16, [r0]
	sub	r3, r16, r2
	beq	1b
	str	r16, [r1]
	mov	r2, r16
	add	r3, r16, 1
	bne	1b
	rts
