; Prints a line, adds the numbers 1 to 10, and ends: status 0 if the sum is 55.

        .equ    WRITE, 0                ; services of TRAP
        .equ    EXIT, 3

        .global _start
_start: mov     r0, #1                  ; the console
        mov     r1, %low(text)
        mov     r2, #(end - text)       ; bytes
        trap    WRITE

        mov     r0, #0                  ; the sum
        mov     r1, #10                 ; the number
1:      add     r0, r0, r1
        sub     r1, r1, #1
        bne     1b

        mov     r2, #55
        sub     r0, r0, r2
        trap    EXIT                    ; the status is in r0

        .section .rodata
text:   .ascii  "Hello from my program\n"
end:
