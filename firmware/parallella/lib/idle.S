/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* void idle_until(const volatile uint32_t *flag) */
	.text
	.balignw 8, 0x01a2
	.global _idle_until
_idle_until:
	gid
	ldr	r1, [r0]
	and	r1, r1, r1
	bne	set
	.balignw 8, 0x01a2
	gie
	idle
	b	_idle_until
set:
	gie
	rts
