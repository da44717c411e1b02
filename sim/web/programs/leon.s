        .equ    FULL, 0x200             ! status: no room for a byte
        .equ    EXIT, 0xe8000000        ! a store ends the run with a status

        .global _start
_start: set     UART, %g1
        set     text, %o0
next:   ldub    [%o0], %o1              ! the next character
        tst     %o1
        be      add_up                  ! a zero ends the text
         inc    %o0                     ! delay slot: runs before the jump
wait:   ld      [%g1 + 4], %o2
        btst    FULL, %o2
        bne     wait
         nop
        ba      next
         st     %o1, [%g1]

add_up: clr     %o0                     ! the sum
        mov     10, %o1                 ! the number
1:      add     %o0, %o1, %o0
        deccc   %o1
        bne     1b
         nop

        sub     %o0, 55, %o0
        set     EXIT, %g2
        st      %o0, [%g2]

        .section .rodata
text:   .asciz  "Hello from my program\n"
