# SPDX-License-Identifier: MIT OR Apache-2.0
#
# Entry of every core. cpu0 comes here out of the boot firmware; it releases the others through their PC and
# DBGSR at the same address. Nothing is trusted but the reset state.

#include "csfr.h"

# Opens (\endinit = 0) or closes (1) the ENDINIT protection of the watchdog whose CON0 is at \con0: a
# password access, then a modify access (TC27x User's Manual, SCU, watchdog timers). Bits 7:2 read inverted.
	.macro	endinit_access con0:req, endinit:req
	ld.w	%d0, [\con0]0
	xor	%d0, %d0, 0xFC
	andn	%d0, %d0, 3
	or	%d0, %d0, 1
	st.w	[\con0]0, %d0
	andn	%d0, %d0, 3
	or	%d0, %d0, 2 + \endinit
	st.w	[\con0]0, %d0
1:	ld.w	%d0, [\con0]0
	and	%d0, %d0, 1
	jne	%d0, \endinit, 1b
	.endm

# Stops the watchdog at \con0: CON1.DR while ENDINIT is open. Leaves it open.
	.macro	watchdog_off con0:req
	endinit_access \con0, 0
	ld.w	%d0, [\con0]4
	or	%d0, %d0, 8
	st.w	[\con0]4, %d0
	.endm

	.section .start, "ax"
# Boot mode header 0: start from flash at 0xA0000020, whatever the pins say. The checksum is the one of
# these very words.
	.word	0, 0xB3590070, 0, 0, 0, 0, 0x791EB864, 0x86E1479B

	.global	_start
	.type	_start, @function
_start:
	# Out of the non-cached view of the flash into the cached one.
	movh.a	%a15, hi:core_entry
	lea	%a15, [%a15]lo:core_entry
	ji	%a15
	.size	_start, . - _start

	.section .text.start, "ax"
	.global	core_entry
	.type	core_entry, @function
core_entry:
	mov.u	%d0, PSW_INITIAL
	mtcr	CSFR_PSW, %d0
	mov	%d0, 0
	mtcr	CSFR_PCXI, %d0
	isync

	# a12 = this core's row of core_areas, a13 = its watchdog.
	mfcr	%d15, CSFR_CORE_ID
	and	%d15, %d15, 7
	movh.a	%a12, hi:core_areas
	lea	%a12, [%a12]lo:core_areas
	addsc.a	%a12, %a12, %d15, 3
	addsc.a	%a12, %a12, %d15, 3
	mul	%d1, %d15, 12
	movh.a	%a13, hi:SCU_WDTCPU0_CON0
	lea	%a13, [%a13]lo:SCU_WDTCPU0_CON0
	addsc.a	%a13, %a13, %d1, 0

	jnz	%d15, 2f
	movh.a	%a2, hi:SCU_WDTS_CON0
	lea	%a2, [%a2]lo:SCU_WDTS_CON0
	watchdog_off %a2
	endinit_access %a2, 1
2:	watchdog_off %a13

	# Registers that ENDINIT protects. Caches on.
	movh	%d0, hi:trap_vectors
	addi	%d0, %d0, lo:trap_vectors
	mtcr	CSFR_BTV, %d0
	movh	%d0, hi:interrupt_vectors
	addi	%d0, %d0, lo:interrupt_vectors
	mtcr	CSFR_BIV, %d0
	ld.w	%d0, [%a12]4
	mtcr	CSFR_ISP, %d0
	mov	%d0, 0
	mtcr	CSFR_PCON0, %d0
	mtcr	CSFR_DCON0, %d0
	dsync
	isync
	endinit_access %a13, 1

	ld.a	%sp, [%a12]0
	movh.a	%a0, hi:_SMALL_DATA_
	lea	%a0, [%a0]lo:_SMALL_DATA_
	movh.a	%a1, hi:_SMALL_DATA2_
	lea	%a1, [%a1]lo:_SMALL_DATA2_
	movh.a	%a8, hi:_SMALL_DATA3_
	lea	%a8, [%a8]lo:_SMALL_DATA3_
	movh.a	%a9, hi:_SMALL_DATA4_
	lea	%a9, [%a9]lo:_SMALL_DATA4_

	# Free context list: each CSA links the next one, the last one links none. A link is segment << 16 |
	# address bits 21:6. LCX leaves CSA_RESERVE contexts to the handler of the trap FCD.
	ld.w	%d2, [%a12]8
	ld.w	%d3, [%a12]12
	extr.u	%d4, %d2, 28, 4
	sh	%d4, %d4, 16
	extr.u	%d5, %d2, 6, 16
	or	%d4, %d4, %d5
	mtcr	CSFR_FCX, %d4
	sub	%d5, %d3, %d2
	sh	%d5, %d5, -6
	add	%d6, %d4, %d5
	addi	%d6, %d6, -1 - CSA_RESERVE
	mtcr	CSFR_LCX, %d6
	mov.a	%a2, %d2
	addi	%d5, %d5, -2
	mov.a	%a3, %d5
3:	add	%d4, %d4, 1
	st.w	[%a2]0, %d4
	lea	%a2, [%a2]64
	loop	%a3, 3b
	mov	%d4, 0
	st.w	[%a2]0, %d4
	dsync
	isync

	jnz	%d15, 4f
	call	startup
4:	call	core_main
	# Does not return.
	j	.
	.size	core_entry, . - core_entry

	# User stack, interrupt stack, first and last CSA + 1 of each core: link.ld.
	.section .rodata.start, "a"
	.align	2
core_areas:
	.word	__ustack_cpu0, __istack_cpu0, __csa_begin_cpu0, __csa_end_cpu0
	.word	__ustack_cpu1, __istack_cpu1, __csa_begin_cpu1, __csa_end_cpu1
	.word	__ustack_cpu2, __istack_cpu2, __csa_begin_cpu2, __csa_end_cpu2
