# SPDX-License-Identifier: MIT OR Apache-2.0
#
# One loop for each event, with counts known by construction. Each is in a frame that starts the counters
# directly through CCTRL (`bare_NAME`) and in one that calls ePAPI (`epapi_NAME`); between start and stop
# both have the same instructions: eight that set up, and 1000 rounds.
#
# Of the frames themselves, two instructions are counted with CCTRL (ISYNC, MOV) and thirteen with ePAPI
# (two behind the start, three around the call of PAPI_stop, eight in it).
#
# A kernel may use D0 to D7 and A2 to A7. After its setup A4 points at data in the own DSPR, the first word of
# which points at itself, and A7 at cached LMU memory.

#include "csfr.h"

#define ROUNDS 1000
#define CCTRL_CE 2

#ifdef STRESS_EPAPI
	# int epapi_NAME(int set, long long *values, void *data, void *lines)
	.macro	begin name:req
	.section STRESS_PSPR, "ax"
	.align	5
	.global	epapi_\name
	.type	epapi_\name, @function
epapi_\name:
	mov	%d8, %d4
	mov.aa	%a12, %a4
	mov.aa	%a13, %a5
	mov.aa	%a14, %a6
	movh.a	%a15, hi:PAPI_stop
	lea	%a15, [%a15]lo:PAPI_stop
	movh.a	%a2, hi:PAPI_start
	lea	%a2, [%a2]lo:PAPI_start
	# D8 to D15 and A10 to A15 outlast a call.
	calli	%a2
	.endm

	.macro	end name:req
	mov	%d4, %d8
	mov.aa	%a4, %a12
	calli	%a15
	ret
	.size	epapi_\name, . - epapi_\name
	.endm
#else
	# void bare_NAME(uint32_t selection, struct counts *counts, void *data, void *lines)
	.macro	begin name:req
	.section STRESS_PSPR, "ax"
	.align	5
	.global	bare_\name
	.type	bare_\name, @function
bare_\name:
	mov.aa	%a12, %a4
	mov.aa	%a13, %a5
	mov.aa	%a14, %a6
	mov	%d0, 0
	mtcr	CSFR_CCTRL, %d0
	mtcr	CSFR_CCNT, %d0
	mtcr	CSFR_ICNT, %d0
	mtcr	CSFR_M1CNT, %d0
	mtcr	CSFR_M2CNT, %d0
	mtcr	CSFR_M3CNT, %d0
	or	%d4, %d4, CCTRL_CE
	dsync
	isync
	mtcr	CSFR_CCTRL, %d4
	isync
	.endm

	.macro	end name:req
	mov	%d0, 0
	mtcr	CSFR_CCTRL, %d0
	isync
	mfcr	%d0, CSFR_CCNT
	st.w	[%a12]0, %d0
	mfcr	%d0, CSFR_ICNT
	st.w	[%a12]4, %d0
	mfcr	%d0, CSFR_M1CNT
	st.w	[%a12]8, %d0
	mfcr	%d0, CSFR_M2CNT
	st.w	[%a12]12, %d0
	mfcr	%d0, CSFR_M3CNT
	st.w	[%a12]16, %d0
	ret
	.size	bare_\name, . - bare_\name
	.endm
#endif

	# N integer instructions that nobody waits for.
	.macro	adds n:req
	.rept	\n
	add	%d5, %d6, %d7
	.endr
	.endm

	# N times two instructions in one cycle.
	.macro	add_and_store n:req
	.rept	\n
	add	%d5, %d6, %d7
	st.w	[%a4]8, %d5
	.endr
	.endm

	# A line of code that goes elsewhere.
	.macro	hop from:req, to:req
	.align	5
\from:
	ja	\to
	.endm

	# The first four of the eight: the data, the lines, the rounds as a count for JNE and for LOOP.
	.macro	setup rounds=ROUNDS
	mov.aa	%a4, %a13
	mov.aa	%a7, %a14
	mov	%d3, \rounds
	addi	%d2, %d3, -1
	.endm

	# The end of a round counted in D3.
	.macro	again label:req
	addi	%d3, %d3, -1
	jne	%d3, 0, \label
	.endm

# ---- branches: 2000 x (J, NOP, LOOP) and nine more a round ----
	begin	branches
	setup
	mov	%d6, 1999
	mov	%d0, 3
	mov	%d1, 5
	# J to the next instruction, in 16 bits: where the inner loop lies in its fetch group matters.
	.hword	0x013C
1:	mov.a	%a2, %d6
2:	j	3f
3:	nop
	loop	%a2, 2b
	mul	%d4, %d0, %d1
	add	%d5, %d4, %d0
	ld.w	%d4, [%a4]4
	add	%d5, %d4, %d0
	adds	2
	again	1b
	end	branches

# ---- dispatch stalls: a product used at once, an address used at once; 17 instructions ----
	begin	dispatch
	setup
	mov.a	%a5, %d2
	mov	%d0, 3
	ld.a	%a2, [%a4]0
	ld.w	%d4, [%a2]0
1:	mul	%d2, %d0, %d1
	add	%d3, %d2, %d1
	ld.a	%a2, [%a4]0
	ld.w	%d4, [%a2]0
	adds	11
	st.w	[%a4]8, %d5
	loop	%a5, 1b
	end	dispatch

# ---- LOOP whose count is just being loaded: 4 instructions ----
	begin	loops
	setup
	mov	%d0, 7
	st.w	[%a4]8, %d0
	nop
	nop
1:	ld.a	%a5, [%a4]8
	loop	%a5, 2f
2:	again	1b
	end	loops

# ---- several instructions in a cycle: 10000 x 23; and 40 more before them, 13 of those in pairs ----
	begin	pairs
	setup	10 * ROUNDS
	mov.a	%a5, %d2
	nop
	nop
	nop
	add_and_store 13
	adds	14
1:	adds	2
	add_and_store 10
	loop	%a5, 1b
	end	pairs

# ---- data cache: six stores that miss and evict a dirty line, six loads that hit in the end of it; 32
# instructions ----
	begin	data_cache
	setup
	lea	%a2, [%a7]0x1000
	lea	%a3, [%a2]0x1000
	mov	%d0, 3
	mov	%d1, 5
1:	.rept	2
	st.w	[%a7]0, %d0
	ld.w	%d4, [%a7]28
	st.w	[%a2]0, %d0
	ld.w	%d4, [%a2]28
	st.w	[%a3]0, %d0
	ld.w	%d4, [%a3]28
	.endr
	.rept	9
	mul	%d2, %d4, %d1
	add	%d5, %d2, %d1
	.endr
	again	1b
	end	data_cache

# ---- program cache: 1000 divisions of eleven cycles, 997 of them in the cached flash; 1017 instructions ----
	begin	program_cache
	setup
	movh.a	%a2, hi:divisions
	lea	%a2, [%a2]lo:divisions
	movh	%d0, 0x7FFF
	mov	%d4, 1
1:	calli	%a2
	div	%e0, %d6, %d4
	div	%e6, %d0, %d4
	div	%e0, %d6, %d4
	ld.w	%d5, [%a4]4
	add	%d5, %d5, %d4
	ld.w	%d5, [%a4]4
	add	%d5, %d5, %d4
	adds	9
	again	1b
	end	program_cache

	.section .text.divisions, "ax"
	.align	5
	.type	divisions, @function
# 499 groups of eight bytes.
divisions:
	.rept	498
	div	%e6, %d0, %d4
	div	%e0, %d6, %d4
	.endr
	div	%e6, %d0, %d4
	ret
	nop
	.size	divisions, . - divisions

# ---- program cache misses: three lines of cached flash that share a set of two ways; 8 instructions ----
	begin	program_misses
	setup
	nop
	nop
	nop
	nop
1:	ja	line0
	.global	line_back
line_back:
	adds	2
	again	1b
	end	program_misses

	.section .text.lines, "ax"
	.align	13
line0:	ja	line1
	.org	0x2000
line1:	ja	line2
	.org	0x4000
line2:	ja	line_back
	.org	0x4020

# ---- program memory stalls: out to flash, to another core's PSPR, back; 31 instructions. Rounds take turns
# between two lines of flash, or its read buffer would have the line ----
	begin	program_memory
	setup
	nop
	nop
	nop
	nop
1:	ja	flash_a
	.global	back_a
back_a:
	j	2f
2:	adds	25
	again	3f
3:	ja	flash_b
	.global	back_b
back_b:
	j	4f
4:	adds	25
	again	1b
	end	program_memory

	.section .flash_uncached, "ax"
	.align	5
	hop	flash_a, pspr_a
	# A line that nobody needs: the flash reads ahead.
	.align	5
	nop
	hop	flash_b, pspr_b
	.align	5
	.section STRESS_OTHER_PSPR, "ax"
	.align	5
	hop	pspr_a, back_a
	hop	pspr_b, back_b

# ---- data memory stalls: six stores that miss and evict a dirty line; 47 instructions ----
	begin	data_memory
	setup
	lea	%a5, [%a7]0x1000
	lea	%a3, [%a5]0x1000
	mov	%d0, 3
	mov	%d1, 5
1:	.rept	2
	st.w	[%a7]0, %d0
	st.w	[%a5]0, %d0
	st.w	[%a3]0, %d0
	.endr
	ld.a	%a2, [%a4]0
	ld.w	%d4, [%a2]0
	ld.w	%d4, [%a4]4
	add	%d5, %d4, %d1
	.rept	4
	mul	%d2, %d0, %d1
	add	%d5, %d2, %d1
	.endr
	adds	27
	again	1b
	end	data_memory

# ---- both: six stores that miss and evict a dirty line, and code from three lines of flash and seven lines of
# another core's PSPR; 156 instructions ----
	begin	memory
	setup
	lea	%a2, [%a7]0x1000
	lea	%a3, [%a2]0x1000
	mov	%d0, 3
	nop
1:	.rept	2
	add	%d5, %d6, %d7
	st.w	[%a7]0, %d0
	add	%d5, %d6, %d7
	st.w	[%a2]0, %d0
	add	%d5, %d6, %d7
	st.w	[%a3]0, %d0
	.endr
	ja	both_flash0
	.global	both_back
both_back:
	add_and_store 48
	again	1b
	end	memory

	.section .flash_uncached, "ax"
	hop	both_flash0, both_pspr0
	.align	5
	nop
	hop	both_flash1, both_pspr1
	.align	5
	nop
	hop	both_flash2, both_pspr2
	.align	5
	.section STRESS_OTHER_PSPR, "ax"
	hop	both_pspr0, both_flash1
	hop	both_pspr1, both_flash2
	.align	5
# Five lines.
both_pspr2:
	add_and_store 19
	adds	1
	ja	both_back

# ---- reads of every word of a line, through the data read buffer or data cache; 11 instructions ----
	begin	line_reads
	setup
	nop
	nop
	nop
	nop
1:	ld.w	%d4, [%a7+]32
	ld.w	%d5, [%a7]-28
	ld.w	%d4, [%a7]-24
	ld.w	%d5, [%a7]-20
	ld.w	%d4, [%a7]-16
	ld.w	%d5, [%a7]-12
	ld.w	%d4, [%a7]-8
	ld.w	%d5, [%a7]-4
	and	%d5, %d5, 0
	again	1b
	end	line_reads
