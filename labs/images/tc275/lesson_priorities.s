# SPDX-License-Identifier: MIT OR Apache-2.0
# For a lesson: two timers of a TC275. One ticks each 20.48 us and needs an answer before its next tick. The other one
# comes each 163.84 us and asks for a long job. A tick that comes while the one before it still waits is lost.

        .equ    TICK_PRIORITY, 10       # 1 to 31; a greater number goes first
        .equ    JOB_PRIORITY, 20
        .equ    JOB_ROUNDS, 5000        # of the job
        .equ    JOBS, 10

# -- what a student changes, with the two priorities ----------------------------------------------------------------

# The long job, JOB_ROUNDS rounds, which D9 counts. At entry interrupts are off, and ICR.CCPN is its priority.
on_job:
        mov     %d9, 0
        mov     %d10, JOB_ROUNDS
1:      add     %d9, 1
        jlt.u   %d9, %d10, 1b
        j       job_done

# -- what stays ---------------------------------------------------------------------------------------------------

# A job is done: D9 rounds more, and one job more.
job_done:
        ld.w    %d11, [%a5] 8
        add     %d11, %d9
        st.w    [%a5] 8, %d11
        ld.w    %d11, [%a5] 4
        add     %d11, 1
        st.w    [%a5] 4, %d11
        rfe

# The answer to a tick: one more.
on_tick:
        ld.w    %d11, [%a5]
        add     %d11, 1
        st.w    [%a5], %d11
        rfe

# Opens (D1 = 0) or closes (D1 = 1) ENDINIT of the watchdog whose CON0 is at A3: a password access, then a modify
# access. It protects CON1 and BIV (TC27x User's Manual, SCU, watchdog timers).
endinit:
        ld.w    %d0, [%a3]
        xor     %d0, %d0, 0xfc
        andn    %d0, %d0, 3
        or      %d0, %d0, 1
        st.w    [%a3], %d0
        andn    %d0, %d0, 3
        or      %d0, %d0, 2
        or      %d0, %d1
        st.w    [%a3], %d0
1:      ld.w    %d0, [%a3]
        and     %d0, %d0, 1
        jne     %d0, %d1, 1b
        ji      %a11

        .global _start
_start:
        mov.u   %d0, 0x9ff              # PSW: supervisor, calls are not counted
        mtcr    $psw, %d0
        movh.a  %a3, 0xf003
        lea     %a3, [%a3] 0x60f0       # the safety watchdog
        mov     %d1, 0
        jl      endinit
        mov     %d0, 8                  # DR of CON1: it stops
        st.w    [%a3] 4, %d0
        mov     %d1, 1
        jl      endinit
        lea     %a3, [%a3] 0x10         # the watchdog of core 0
        mov     %d1, 0
        jl      endinit
        mov     %d0, 8
        st.w    [%a3] 4, %d0
        movh    %d0, hi:interrupted
        addi    %d0, %d0, lo:interrupted
        mtcr    $biv, %d0
        isync
        mov     %d1, 1
        jl      endinit
        # Eight free contexts: an interrupt saves one. A link is segment << 16 | address bits 21:6.
        movh.a  %a2, hi:areas
        lea     %a2, [%a2] lo:areas
        mov.d   %d1, %a2
        extr.u  %d2, %d1, 6, 16
        movh    %d3, 7
        or      %d2, %d3
        mtcr    $fcx, %d2
        add     %d4, %d2, 6
        mtcr    $lcx, %d4
        isync
        mov     %d5, 7
1:      add     %d2, 1
        st.w    [%a2], %d2
        lea     %a2, [%a2] 64
        add     %d5, -1
        jne     %d5, 0, 1b
        st.w    [%a2], %d5

        # Compare 0 of timer 0 (STM) looks at 11 bits of the counter, compare 1 at 14 bits: a match each 2048 and each
        # 16384 ticks of 10 ns. CMCON: MSIZE0 4:0, MSIZE1 20:16.
        movh.a  %a5, hi:ticks
        lea     %a5, [%a5] lo:ticks
        movh.a  %a3, 0xf000
        movh    %d0, 13
        addi    %d0, %d0, 10
        st.w    [%a3] 0x38, %d0
        ld.w    %d0, [%a3] 0x10         # both match first 1024 ticks from now, and then 64 ticks behind that
        addi    %d0, %d0, 1024
        st.w    [%a3] 0x30, %d0
        addi    %d0, %d0, 64
        st.w    [%a3] 0x34, %d0
        mov     %d0, 5                  # ISCR: forget earlier matches
        st.w    [%a3] 0x40, %d0
        mov     %d0, 0x51               # ICR: CMP0EN, CMP1EN, and CMP1OS: compare 1 requests SR1
        st.w    [%a3] 0x3c, %d0
        # SRC_STM0SR0 and SRC_STM0SR1: SRPN 7:0, SRE 10, core 0.
        movh.a  %a3, 0xf004
        lea     %a3, [%a3] -0x7b70      # 0xF0038490
        mov     %d0, 1024 + TICK_PRIORITY
        st.w    [%a3], %d0
        mov     %d0, 1024 + JOB_PRIORITY
        st.w    [%a3] 4, %d0
        enable
1:      ld.w    %d0, [%a5] 4            # jobs
        jlt.u   %d0, JOBS, 1b
        disable
        movh.a  %a14, hi:0x900d         # status 0
        lea     %a14, [%a14] lo:0x900d
        debug

# An interrupt of priority n goes to BIV | n << 5. All bits n << 5 are set in BIV here, for n up to 31: each interrupt
# comes to one place, and CCPN tells which one it is.
        .balign 1024
        .space  0x3e0
interrupted:
        mfcr    %d15, $icr
        and     %d15, %d15, 0xff
        eq      %d15, %d15, JOB_PRIORITY
        jnz     %d15, 1f
        j       on_tick
1:      j       on_job

        .data
        .global ticks, jobs, rounds
ticks:  .word   0
jobs:   .word   0
rounds: .word   0
        .balign 64
areas:
        .space  8 * 64
