/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The handler of interrupt 8: notes that all cores have met and takes the own term back. In assembly since
   GCC's handlers restore STATUS with bit 3 as it was. */
	.text
	.balignw 4, 0x01a2
	.global _wand_handler
_wand_handler:
	strd	r0, [r13, -1]
	strd	r2, [r13, -2]
	movfs	r0, status
	mov	r2, %low(_wand_met)
	movt	r2, %high(_wand_met)
	mov	r3, 1
	str	r3, [r2]
	mov	r1, %low(~8)
	movt	r1, %high(~8)
	and	r0, r0, r1
	movts	status, r0
	ldrd	r2, [r13, -2]
	ldrd	r0, [r13, -1]
	rti
