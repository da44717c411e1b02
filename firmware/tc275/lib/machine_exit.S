# SPDX-License-Identifier: MIT OR Apache-2.0
#
# DEBUG ends the run for whoever watches it: a debugger or a simulator. The first core that gets here does it.

	.section .text.exit, "ax"
	.global	machine_exit
	.type	machine_exit, @function
machine_exit:
	disable
	dsync
	mov.a	%a14, %d4
	debug
	j	.
	.size	machine_exit, . - machine_exit
