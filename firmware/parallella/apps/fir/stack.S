/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* uint32_t on_stack(uint32_t (*function)(uint32_t), uint32_t argument, void *stack_end) */
	.text
	.global	_on_stack
_on_stack:
	str	lr, [sp, #-2]
	str	r4, [sp, #-1]
	sub	sp, sp, #16
	mov	r4, sp
	mov	r3, r0
	mov	r0, r1
	mov	sp, r2
	jalr	r3
	mov	sp, r4
	add	sp, sp, #16
	ldr	lr, [sp, #-2]
	ldr	r4, [sp, #-1]
	rts
	.size	_on_stack, . - _on_stack
