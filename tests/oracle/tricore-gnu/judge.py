# SPDX-License-Identifier: MIT OR Apache-2.0
"""GNU's TriCore disassembler and assembler as a judge.

A line of the input is a word in hexadecimal and a text, with a tab between. A line of the output has what GNU makes of
the word, and the bytes that it makes of the text, little-endian in hexadecimal; `-` where it knows none.
"""

import sys

from nyxstone_tricore_gcc import NyxstoneError, NyxstoneTricoreGCC

AT = 0x8000_0000
gnu = NyxstoneTricoreGCC()


def disassembled(word):
    """The text of the first instruction at AT."""
    data = word.to_bytes(4, "little")
    try:
        first = gnu.disassemble_to_instructions(data if word & 1 else data[:2], AT)
        return first[0].assembly.replace("\t", " ") if first else "-"
    except (NyxstoneError, ValueError):
        return "-"


def assembled(text):
    """The bytes of an instruction at AT."""
    try:
        return bytes(gnu.assemble(text, AT)).hex() or "-"
    except (NyxstoneError, ValueError):
        return "-"


for line in sys.stdin:
    word, _, text = line.rstrip("\n").partition("\t")
    print(disassembled(int(word, 16)), assembled(text), sep="\t")
