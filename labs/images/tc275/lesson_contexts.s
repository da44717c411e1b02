# SPDX-License-Identifier: MIT OR Apache-2.0
# For a lesson: a TriCore saves the upper context, 16 registers, at each CALL. The free contexts are a list of
# 64-byte areas (CSAs), which the program links first.

        .equ    CONTEXTS, 8             # free contexts
        .equ    DEPTH, 20               # of the recursion
        .equ    WORDS, 1000             # that are squared

# -- what a student changes ---------------------------------------------------------------------------------------

# Sum of the squares of 1 to WORDS, in D2.
squares:
        mov     %d2, 0
        mov     %d4, WORDS
1:      call    square
        add     %d2, %d3
        add     %d4, -1
        jne     %d4, 0, 1b
        ret

# D3 = D4 * D4; changes no other register.
square:
        mul     %d3, %d4, %d4
        ret

# -- what stays ---------------------------------------------------------------------------------------------------

# Sum of 1 to D4, in D2: a call for each number.
sum:
        jne     %d4, 0, 1f
        mov     %d2, 0
        ret
1:      mov     %d8, %d4                # of the upper context: the call below saves it, and its RET brings it back
        add     %d4, -1
        call    sum
        add     %d2, %d8
        ret

        .global _start
_start:
        mov.u   %d0, 0x9ff              # PSW: supervisor, calls are not counted
        mtcr    $psw, %d0
        mov     %d0, 0
        mtcr    $pcxi, %d0
        movh.a  %sp, hi:stack
        lea     %sp, [%sp] lo:stack
        # BTV is protected by ENDINIT of the watchdog of core 0: a password access, then a modify access opens it
        # (TC27x User's Manual, SCU, watchdog timers).
        movh.a  %a3, 0xf003
        lea     %a3, [%a3] 0x6100
        ld.w    %d0, [%a3]
        xor     %d0, %d0, 0xfc
        andn    %d0, %d0, 3
        or      %d0, %d0, 1
        st.w    [%a3], %d0
        andn    %d0, %d0, 3
        or      %d0, %d0, 2
        st.w    [%a3], %d0
1:      ld.w    %d0, [%a3]
        and     %d0, %d0, 1
        jne     %d0, 0, 1b
        movh    %d0, hi:traps
        addi    %d0, %d0, lo:traps
        mtcr    $btv, %d0
        isync
        # A link is segment << 16 | address bits 21:6. Each area has the link of the next one, the last area has 0.
        movh.a  %a2, hi:areas
        lea     %a2, [%a2] lo:areas
        mov.d   %d1, %a2
        extr.u  %d2, %d1, 6, 16
        movh    %d3, 7
        or      %d2, %d3
        mtcr    $fcx, %d2
        add     %d4, %d2, CONTEXTS - 2  # the trap of an exhausted list needs a context, too
        mtcr    $lcx, %d4
        isync
        mov     %d5, CONTEXTS - 1
1:      add     %d2, 1
        st.w    [%a2], %d2
        lea     %a2, [%a2] 64
        add     %d5, -1
        jne     %d5, 0, 1b
        st.w    [%a2], %d5

        mov     %d4, DEPTH
        call    sum
        movh.a  %a3, hi:recursive
        lea     %a3, [%a3] lo:recursive
        st.w    [%a3], %d2
        call    squares
        movh.a  %a3, hi:squared
        lea     %a3, [%a3] lo:squared
        st.w    [%a3], %d2
        movh.a  %a14, hi:0x900d         # status 0
        lea     %a14, [%a14] lo:0x900d
        debug

# Traps end the run: A14 = 0xDEAD0000 | class << 8 | TIN. Class 3, TIN 1: the list of free contexts is exhausted (FCD).
        .balign 256
traps:
        mov     %d0, 0
        j       failed
        .balign 32
        mov     %d0, 0x100
        j       failed
        .balign 32
        mov     %d0, 0x200
        j       failed
        .balign 32
        mov     %d0, 0x300
        j       failed
        .balign 32
        mov     %d0, 0x400
        j       failed
        .balign 32
        mov     %d0, 0x500
        j       failed
        .balign 32
        mov     %d0, 0x600
        j       failed
        .balign 32
        mov     %d0, 0x700
        j       failed
        .balign 32
failed:
        or      %d0, %d15
        movh    %d1, 0xdead
        or      %d0, %d1
        mov.a   %a14, %d0
        debug

        .data
        .global recursive, squared
recursive:
        .word   0
squared:
        .word   0
        .space  256
stack:
        .balign 64
areas:
        .space  64 * 64
