# SPDX-License-Identifier: MIT OR Apache-2.0
#
# Boot mode header and the first instruction; the rest is C (start.c).

	.section .start, "ax"
	.word	0, 0xB3590070, 0, 0, 0, 0, 0x791EB864, 0x86E1479B

	.global	_start
	.type	_start, @function
_start:
	movh.a	%a15, hi:core0_start
	lea	%a15, [%a15]lo:core0_start
	ji	%a15
	.size	_start, . - _start
