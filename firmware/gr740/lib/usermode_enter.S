! SPDX-License-Identifier: MIT OR Apache-2.0
	.section .text.usermode, "ax"
	.global	usermode_enter
	.type	usermode_enter, @function
usermode_enter:
	save	%sp, -96, %sp
	rd	%psr, %l0
	andn	%l0, 0x80, %l0		! S = 0
	wr	%l0, 0, %psr
	nop
	nop
	nop
	call	%i0
	 nop
	ta	16
	ret
	 restore
	.size	usermode_enter, . - usermode_enter

	.section .note.GNU-stack, "", @progbits
