/* SPDX-License-Identifier: MIT OR Apache-2.0 */
	.text
	.balignw 4, 0x01a2
	.global	_user_sees_status
_user_sees_status:
	strd	r0, [r13, -1]
	movfs	r0, status
	mov	r1, %low(_status_in_handler)
	str	r0, [r1]
	movfs	r0, iret
	mov	r1, %low(_iret_in_handler)
	str	r0, [r1]
	ldrd	r0, [r13, -1]
	rti

/* An exception that must not happen again: notes STATUS and goes to _resume_at instead of back. */
	.balignw 4, 0x01a2
	.global	_exception_handler
_exception_handler:
	strd	r0, [r13, -1]
	movfs	r0, status
	mov	r1, %low(_exception_status)
	str	r0, [r1]
	mov	r1, %low(_exceptions)
	ldr	r0, [r1]
	add	r0, r0, 1
	str	r0, [r1]
	ldrd	r0, [r13, -1]
	rti

/* What causes them. Several NOPs behind: the interrupt is not taken at once. */
	.macro	settle
	.rept	8
	nop
	.endr
	.endm

	.balignw 8, 0x01a2
	.global	_cause_swi
_cause_swi:
	swi
	settle
	rts

	.balignw 8, 0x01a2
	.global	_cause_unimplemented
_cause_unimplemented:
	unimpl
	settle
	rts

/* r0 = address */
	.balignw 8, 0x01a2
	.global	_cause_load
_cause_load:
	ldr	r1, [r0]
	settle
	rts

	.balignw 8, 0x01a2
	.global	_cause_store
_cause_store:
	str	r1, [r0]
	settle
	rts

/* Infinity minus infinity. */
	.balignw 8, 0x01a2
	.global	_cause_invalid
_cause_invalid:
	mov	r0, 0
	movt	r0, 0x7f80
	fsub	r1, r0, r0
	settle
	rts
