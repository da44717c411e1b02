! Adds the words of a table, leaves the sum in memory, and ends the run.

        .equ    COUNT, 32               ! words in the table
        .equ    EXIT, 0xe8000000        ! a store ends the run with a status

        .global _start
_start: set     words, %o0              ! the next word
        mov     COUNT, %o1              ! words that are left
        clr     %o2                     ! the sum

loop:   ld      [%o0], %o3
        add     %o0, 4, %o0
        deccc   %o1
        bne     loop
         add    %o2, %o3, %o2           ! delay slot: runs before the jump

        set     sum, %o4
        st      %o2, [%o4]

        set     EXIT, %g1
        st      %g0, [%g1]              ! status 0

        .data
        .align  4
words:  .word   42, 20, 51, 84, 7, 10, 69, 13
        .word   47, 75, 8, 65, 28, 5, 12, 56
        .word   54, 9, 31, 12, 71, 55, 8, 73
        .word   16, 29, 81, 81, 75, 8, 74, 75
sum:    .word   0
