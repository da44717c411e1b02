#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# Assembly of the table extrae_names: address and name of each outlined function of an image.
# outlined.sh NM ELF
set -e
echo '	.section .rodata.extrae_names, "a"'
echo '	.align 4'
echo '	.global extrae_names'
echo 'extrae_names:'
"$1" "$2" | LC_ALL=C sort | awk '$3 ~ /_omp_fn/ { print "\t.word 0x" substr($1, length($1) - 7) ", 1f"; \
	print "\t.section .rodata.extrae_text, \"a\""; print "1:\t.asciz \"" $3 "\""; \
	print "\t.section .rodata.extrae_names, \"a\"" }'
echo '	.word 0, 0'
echo '	.section .note.GNU-stack, "", @progbits'
