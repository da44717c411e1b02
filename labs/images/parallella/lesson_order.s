; SPDX-License-Identifier: MIT OR Apache-2.0
; For a lesson: core 0 hands words to core 1, and says by a flag that a word is there. All other cores store to the
; shared memory meanwhile. All cores run this program.

        .equ    ROUNDS, 64
        .equ    SHARED, 0x8f000000      ; memory outside the chip
        .equ    NOISE, 0x8f001000
        .equ    CORE1, 0x80900000       ; core 1 as the others see it; a core sees itself at 0
        .equ    CORE0, 0x80800000
        .equ    DATA, 0x4000            ; places in a core's own memory
        .equ    FLAG, 0x4008
        .equ    ANSWER, 0x4010

; -- what a student changes ---------------------------------------------------------------------------------------

; Core 0: hands R0 over, which is new in each round, and never 0. May change R1 to R3.
publish:
        mov     r1, #%low(SHARED)
        movt    r1, #%high(SHARED)
        str     r0, [r1]                ; the data: in the shared memory
        mov     r1, #%low(CORE1 + FLAG)
        movt    r1, #%high(CORE1 + FLAG)
        str     r0, [r1]                ; the flag: in core 1
        rts

; Core 1: waits for the flag R0, and returns the data in R0. May change R1 to R3.
receive:
        mov     r1, #FLAG
1:      ldr     r2, [r1]
        sub     r3, r2, r0
        bne     1b
        mov     r1, #%low(SHARED)
        movt    r1, #%high(SHARED)
        ldr     r0, [r1]
        rts

; -- what stays ---------------------------------------------------------------------------------------------------

        .global _start
_start:
        mov     sp, #0x7ff0
        movfs   r4, coreid
        mov     r5, #0x808
        sub     r4, r4, r5
        beq     writer
        mov     r5, #1
        sub     r4, r4, r5
        beq     reader

; Cores 2 to 15: a store to the shared memory every few cycles, each core to its own words.
noise:
        mov     r0, #%low(NOISE)
        movt    r0, #%high(NOISE)
        lsl     r4, r4, #6
        add     r0, r0, r4
1:      str     r4, [r0]
        mov     r1, #40
2:      sub     r1, r1, #1
        bne     2b
        b       1b

; Core 0: hands over, waits for what core 1 got, and counts.
writer:
        mov     r7, #1                  ; the value of this round
        mov     r8, #ANSWER
        mov     r6, #0
        str     r6, [r8]
1:      mov     r0, r7
        bl      publish
2:      ldr     r0, [r8]
        sub     r1, r0, #0
        beq     2b
        str     r6, [r8]
        sub     r0, r0, #1              ; core 1 answers with what it got, and 1 more
        mov     r1, #%low(new)
        sub     r0, r0, r7
        beq     3f
        mov     r1, #%low(old)
3:      ldr     r0, [r1]
        add     r0, r0, #1
        str     r0, [r1]
        add     r7, r7, #1
        mov     r0, #ROUNDS + 1
        sub     r0, r7, r0
        bne     1b
        mov     r0, #0                  ; status 0
        trap    3

; Core 1: receives, and answers.
reader:
        mov     r7, #1
1:      mov     r0, r7
        bl      receive
        add     r0, r0, #1
        mov     r1, #%low(CORE0 + ANSWER)
        movt    r1, #%high(CORE0 + ANSWER)
        str     r0, [r1]
        add     r7, r7, #1
        b       1b

        .data
        .balign 8
        .global new, old
new:    .word   0
old:    .word   0
