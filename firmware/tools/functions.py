#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Assembly of the table extrae_names: address, name, and file with line of each function of an image, by address.

functions.py NM ELF
"""
import subprocess
import sys

nm, image = sys.argv[1:]
listing = subprocess.run([nm, "-S", "-l", image], check=True, capture_output=True, text=True).stdout
found = {}
for entry in listing.splitlines():
    symbol, _, line = entry.partition("\t")
    address, *size, kind, name = symbol.split()
    if kind in "tTwW":
        found.setdefault(int(address, 16), []).append((int(size[0], 16) if size else 0, name, line))
print('\t.section .rodata.extrae_names, "a"\n\t.align 4\n\t.global extrae_names\nextrae_names:')
end = texts = 0
strings = []
for address in sorted(found):
    # The one with a size, since a label within a function is no function of its own.
    size, name, line = max(found[address])
    if address < end and size == 0:
        continue
    end = max(end, address + size)
    words = [f"{address:#x}"]
    for text in (name, line):
        words.append(f"{texts}f" if text else "0")
        if text:
            strings.append(f'{texts}:\t.asciz "{text}"')
            texts += 1
    print("\t.word " + ", ".join(words))
print("\t.word 0, 0, 0")
print("\n".join(['\t.section .rodata.extrae_text, "a"', *strings]))
print('\t.section .note.GNU-stack, "", @progbits')
