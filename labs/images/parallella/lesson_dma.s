; SPDX-License-Identifier: MIT OR Apache-2.0
; For a lesson: eight times core 0 sends 1 KiB to core 1 and computes. The work needs nothing of what is sent.

        .equ    BYTES, 1024             ; of a block
        .equ    BLOCKS, 8
        .equ    ROUNDS, 200             ; of the work between two blocks
        .equ    TARGET, 0x80904000      ; in core 1, one hop to the east

; -- what a student changes ---------------------------------------------------------------------------------------

; Sends a block: R0 is its target, R1 its source. Bytes, one after the other. May change R2 to R8.
send:
        mov     r2, #BYTES
1:      ldrb    r3, [r1], #1
        strb    r3, [r0], #1
        sub     r2, r2, #1
        bne     1b
        rts

; Returns when the last block has been sent. May change R2 to R8.
sent:
        rts

; A descriptor that the DMA engine loads, at a multiple of 8: configuration, inner strides (target << 16 | source),
; counts (outer << 16 | inner), outer strides, source, target. Configuration: 1 ENABLE, 2 MASTER, 0x20 half-words,
; 0x40 words, 0x60 double words. A transfer begins when its address << 16 | 8 is written to DMA0CONFIG; bits 3:0 of
; DMA0STATUS are 0 when the engine is idle.
        .balign 8
descriptor:
        .word   0, 0, 0, 0, 0, 0

; -- what stays ---------------------------------------------------------------------------------------------------

; Some 1600 cycles of integer work on R9.
work:
        mov     r12, #ROUNDS
1:      lsl     r10, r9, #3
        eor     r9, r10, r9
        add     r9, r9, #1
        sub     r12, r12, #1
        bne     1b
        rts

        .global _start
_start:
        mov     sp, #0x7ff0
        ; The source: bytes 0, 1, 2, ...
        mov     r0, #%low(source)
        mov     r1, #0
        mov     r2, #BYTES
1:      strb    r1, [r0], #1
        add     r1, r1, #1
        sub     r2, r2, #1
        bne     1b
        mov     r9, #1
        mov     r13, #BLOCKS
        mov     r14, #0
        mov     r11, #%low(TARGET)
        movt    r11, #%high(TARGET)
2:      mov     r0, r11
        mov     r1, #%low(source)
        bl      send
        bl      work
        bl      sent
        mov     r2, #BYTES
        add     r11, r11, r2
        sub     r13, r13, #1
        bne     2b
        mov     r0, #%low(worked)
        str     r9, [r0]
        mov     r0, #0                  ; status 0
        trap    3

        .data
        .balign 8
        .global source, worked
worked: .word   0, 0
source: .space  BYTES
