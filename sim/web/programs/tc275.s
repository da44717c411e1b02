# Prints a line, adds the numbers 1 to 10, and ends: success if the sum is 55.

        .equ    UART, 0xf0000600        # ASCLIN0
        .equ    FIFO, 0x0c              # TXFIFOCON: its level is in bits 16 to 20
        .equ    DATA, 0x44              # TXDATA

        .global _start
_start: jl      console_on
        movh.a  %a4, hi:text
        lea     %a4, [%a4] lo:text
next:   ld.bu   %d1, [%a4+] 1           # the next character
        jz      %d1, add_up             # a zero ends the text
wait:   ld.w    %d0, [%a2] FIFO
        jnz.t   %d0, 20, wait           # 16 bytes wait: the FIFO is full
        st.w    [%a2] DATA, %d1
        j       next

add_up: mov     %d2, 0                  # the sum
        mov     %d15, 10                # the number
1:      add     %d2, %d15
        add     %d15, -1
        jnz     %d15, 1b

        ne      %d4, %d2, 55
        jnz     %d4, 2f
        movh.a  %a14, hi:0x900d         # A14 = 0x900D: success
        lea     %a14, [%a14] lo:0x900d
2:      debug                           # ends the run

        .section .rodata
text:   .asciz  "Hello from my program\n"

        .text
# Turns ASCLIN0 on, for 115200 baud from 100 MHz; its base is in A2.
console_on:
        mov.aa  %a12, %a11              # the place to go back to
        movh.a  %a2, hi:UART
        lea     %a2, [%a2] lo:UART
        movh.a  %a3, hi:0xf003b400      # port 14
        lea     %a3, [%a3] lo:0xf003b400
        ld.w    %d0, [%a3] 0x10
        mov     %d1, 0x12               # pin 0: push-pull, output 2
        insert  %d0, %d0, %d1, 3, 5
        st.w    [%a3] 0x10, %d0
        mov     %d4, 0
        jl      endinit
        mov     %d0, 0
        st.w    [%a2] 0, %d0            # CLC: the module has its clock
        mov     %d4, 1
        jl      endinit
        mov     %d0, 0x43
        st.w    [%a2] FIFO, %d0         # on, one byte a write, flushed
        mov     %d0, 0x200
        st.w    [%a2] 0x18, %d0         # FRAMECON: a stop bit
        movh    %d0, 0x890f
        addi    %d0, %d0, 9
        st.w    [%a2] 0x14, %d0         # BITCON: 16 samples a bit
        movh    %d0, 576
        addi    %d0, %d0, 3125
        st.w    [%a2] 0x20, %d0         # BRG
        mov     %d0, 7
        st.w    [%a2] 0x1c, %d0         # DATCON: 8 bits
        movh    %d0, 1
        addi    %d0, %d0, 0x200
        st.w    [%a2] 0x18, %d0         # FRAMECON: asynchronous
        mov     %d0, 1
        st.w    [%a2] 0x4c, %d0         # CSR: the clock of the bus
1:      ld.w    %d0, [%a2] 0x4c
        jz.t    %d0, 31, 1b
        ji      %a12

# ENDINIT of core 0 becomes D4: 0 opens protected registers.
endinit:
        movh.a  %a3, hi:0xf0036100      # WDTCPU0CON0
        lea     %a3, [%a3] lo:0xf0036100
        ld.w    %d0, [%a3]
        xor     %d0, %d0, 0xfc          # the password, whose bits read inverted
        andn    %d0, %d0, 3
        or      %d1, %d0, 1
        st.w    [%a3], %d1              # unlocks
        or      %d1, %d0, 2
        or      %d1, %d4
        st.w    [%a3], %d1
        ld.w    %d1, [%a3]              # the write has arrived
        ji      %a11
