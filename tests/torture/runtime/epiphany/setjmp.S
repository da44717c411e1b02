/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What a call keeps: r4 to r11, r13 to r15, r32 to r43. */
	.text
	.balign 4
	.global _setjmp
_setjmp:
	strd	r4, [r0], 1
	strd	r6, [r0], 1
	strd	r8, [r0], 1
	strd	r10, [r0], 1
	strd	r14, [r0], 1
	strd	r32, [r0], 1
	strd	r34, [r0], 1
	strd	r36, [r0], 1
	strd	r38, [r0], 1
	strd	r40, [r0], 1
	strd	r42, [r0], 1
	str	r13, [r0]
	mov	r0, 0
	jr	r14

	.global _longjmp
_longjmp:
	ldrd	r4, [r0], 1
	ldrd	r6, [r0], 1
	ldrd	r8, [r0], 1
	ldrd	r10, [r0], 1
	ldrd	r14, [r0], 1
	ldrd	r32, [r0], 1
	ldrd	r34, [r0], 1
	ldrd	r36, [r0], 1
	ldrd	r38, [r0], 1
	ldrd	r40, [r0], 1
	ldrd	r42, [r0], 1
	ldr	r13, [r0]
	mov	r0, r1
	sub	r1, r1, 0
	bne	1f
	mov	r0, 1
1:	jr	r14
