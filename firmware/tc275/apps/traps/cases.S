# SPDX-License-Identifier: MIT OR Apache-2.0
#
# Instructions that trap, one routine each. The handler puts PSW back to its initial value and goes on at
# NAME_resume. D0 to D7 and A2 to A7 come back unchanged.

#include "csfr.h"

#define PSW_USER1 0x05FF
#define PSW_USER0 0x01FF
#define PSW_NO_GLOBAL_WRITE 0x08FF
#define PSW_SET1 0x19FF
#define PSW_CDC_FULL 0x09FD	/* two levels, one used */
#define PSW_CDC_ZERO 0x0980
#define PSW_CDC_ONE 0x0981
#define PCXI_UL 20

	.macro	case table:req, name:req, class:req, tin:req, at:req, text:req
	.section .rodata.text, "a"
1:	.asciz	"\text"
	.section .rodata.\table, "a"
	.align	2
	.word	1b, \name, \class * 256 + \tin, \at, \name\()_resume
	.section .text.cases, "ax"
	.align	1
	.type	\name, @function
\name:
	.endm

	.macro	address register:req, value:req
	movh.a	\register, hi:\value
	lea	\register, [\register]lo:\value
	.endm

	.macro	psw value:req
	mov.u	%d0, \value
	mtcr	CSFR_PSW, %d0
	isync
	.endm

	.section .rodata.plain, "a"
	.align	2
	.global	plain_cases
plain_cases:
	.section .rodata.protection, "a"
	.align	2
	.global	protection_cases
protection_cases:

# Class 1
	case	plain, case_priv, 1, 1, case_priv_at, "MTCR in user mode"
	psw	PSW_USER1
case_priv_at:
	mtcr	CSFR_FCX, %d0
case_priv_resume:
	ret

	case	plain, case_priv_disable, 1, 1, case_priv_disable_at, "BISR in user mode"
	psw	PSW_USER1
case_priv_disable_at:
	bisr	1
case_priv_disable_resume:
	ret

	case	plain, case_mpp, 1, 5, case_mpp_at, "peripheral access in user-0 mode"
	address	%a2, 0xF0000010
	psw	PSW_USER0
case_mpp_at:
	ld.w	%d1, [%a2]0
case_mpp_resume:
	ret

	case	plain, case_mpn, 1, 6, case_mpn_at, "load from address 0"
	mov.a	%a2, 0
case_mpn_at:
	ld.w	%d1, [%a2]0
case_mpn_resume:
	ret

	case	plain, case_grwp, 1, 7, case_grwp_at, "A0 written with GW = 0"
	psw	PSW_NO_GLOBAL_WRITE
case_grwp_at:
	mov.aa	%a0, %a0
case_grwp_resume:
	ret

	case	protection, case_mpr, 1, 2, case_mpr_at, "load outside all data ranges"
	address	%a2, probe_word
	psw	PSW_SET1
case_mpr_at:
	ld.w	%d1, [%a2]0
case_mpr_resume:
	ret

	case	protection, case_mpw, 1, 3, case_mpw_at, "store outside all data ranges"
	address	%a2, probe_word
	psw	PSW_SET1
case_mpw_at:
	st.w	[%a2]0, %d0
case_mpw_resume:
	ret

	case	protection, case_mpx, 1, 4, 0, "fetch outside all code ranges"
	mov	%d1, 0
	mtcr	CSFR_CPXE1, %d1
	isync
	psw	PSW_SET1
	nop
1:	j	1b
case_mpx_resume:
	ret

# Class 2
	case	plain, case_iopc, 2, 1, case_iopc_at, "opcode that does not exist"
case_iopc_at:
	.word	0x00000021
case_iopc_resume:
	ret

	case	plain, case_opd, 2, 3, case_opd_at, "LD.D to an odd register"
	address	%a4, probe_word
case_opd_at:
	.word	0x09404109
case_opd_resume:
	ret

	case	plain, case_aln_word, 2, 4, case_aln_word_at, "LD.W from an odd address"
	address	%a2, probe_word
case_aln_word_at:
	ld.w	%d1, [%a2]1
case_aln_word_resume:
	ret

	case	plain, case_aln_address, 2, 4, case_aln_address_at, "LD.A from a multiple of 2 only"
	address	%a2, probe_word
case_aln_address_at:
	ld.a	%a3, [%a2]2
case_aln_address_resume:
	ret

	case	plain, case_aln_store, 2, 4, case_aln_store_at, "ST.H to an odd address"
	address	%a2, probe_word
case_aln_store_at:
	st.h	[%a2]3, %d0
case_aln_store_resume:
	ret

	case	plain, case_aln_peripheral, 2, 4, case_aln_peripheral_at, "LD.W, peripheral, multiple of 2 only"
	address	%a2, 0xF0000010
case_aln_peripheral_at:
	ld.w	%d1, [%a2]2
case_aln_peripheral_resume:
	ret

	case	plain, case_mem, 2, 5, case_mem_at, "offset that leaves the segment"
	address	%a2, 0x7FFFFFFC
case_mem_at:
	ld.w	%d1, [%a2]8
case_mem_resume:
	ret

# Class 3. FCU is in underflow.S.
	case	plain, case_fcd, 3, 1, case_fcd_leaf, "call that uses the context LCX names"
	mfcr	%d1, CSFR_LCX
	mfcr	%d0, CSFR_FCX
	mtcr	CSFR_LCX, %d0
	isync
	call	case_fcd_leaf
	mtcr	CSFR_LCX, %d1
	isync
	ret
case_fcd_leaf:
case_fcd_resume:
	ret

	case	plain, case_cdo, 3, 2, case_cdo_at, "call depth overflow"
	psw	PSW_CDC_FULL
case_cdo_at:
	call	case_cdo_resume
case_cdo_resume:
	ret

	case	plain, case_cdu, 3, 3, case_cdu_at, "call depth underflow"
	psw	PSW_CDC_ZERO
case_cdu_at:
	ret
case_cdu_resume:
	ret

	case	plain, case_csu, 3, 5, case_csu_at, "RET with an empty context list"
	mfcr	%d4, CSFR_PCXI
	mov	%d0, 0
	mtcr	CSFR_PCXI, %d0
	isync
case_csu_at:
	ret
case_csu_resume:
	mtcr	CSFR_PCXI, %d4
	isync
	ret

	case	plain, case_ctyp, 3, 6, case_ctyp_at, "RET to a lower context"
	mfcr	%d4, CSFR_PCXI
	insert	%d0, %d4, 0, PCXI_UL, 1
	mtcr	CSFR_PCXI, %d0
	isync
case_ctyp_at:
	ret
case_ctyp_resume:
	mtcr	CSFR_PCXI, %d4
	isync
	ret

	case	plain, case_nest, 3, 7, case_nest_at, "RFE with calls open"
	psw	PSW_CDC_ONE
case_nest_at:
	rfe
case_nest_resume:
	ret

# Class 4
	case	plain, case_pse, 4, 1, 0xF0000000, "jump to a peripheral"
	address	%a2, 0xF0000000
	ji	%a2
case_pse_resume:
	ret

	case	plain, case_dse, 4, 2, case_dse_at, "load from where nothing is"
	address	%a2, 0x40000000
case_dse_at:
	ld.w	%d1, [%a2]0
case_dse_resume:
	ret

	case	plain, case_dae, 4, 3, 0, "store to where nothing is"
	address	%a2, 0x40000000
	st.w	[%a2]0, %d0
	dsync
1:	j	1b
case_dae_resume:
	ret

# Class 5
	case	plain, case_ovf, 5, 1, case_ovf_at, "TRAPV after an overflow"
	movh	%d0, 0x7FFF
	addi	%d0, %d0, 0x7FFF
	add	%d0, %d0, %d0
case_ovf_at:
	trapv
case_ovf_resume:
	ret

	case	plain, case_sovf, 5, 2, case_sovf_at, "TRAPSV after an earlier overflow"
	movh	%d0, 0x7FFF
	add	%d0, %d0, %d0
	mov	%d1, 1
	add	%d1, %d1, %d1
	trapv
case_sovf_at:
	trapsv
case_sovf_resume:
	ret

# Class 6: the return PC is that of the next instruction.
	case	plain, case_syscall, 6, 0x55, case_syscall_resume, "SYSCALL 0x55"
	syscall	0x55
case_syscall_resume:
	ret

	.section .rodata.plain, "a"
	.global	plain_cases_end
plain_cases_end:
	.section .rodata.protection, "a"
	.global	protection_cases_end
protection_cases_end:

	.section .bss, "aw", @nobits
	.align	3
probe_word:
	.skip	8
