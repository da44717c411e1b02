# SPDX-License-Identifier: MIT OR Apache-2.0
"""Writes the input and the expected output of examples whose host program computes them."""

import struct
import sys
from pathlib import Path

run = Path(sys.argv[1])

# apps/matmul-16: C = A * B, of small whole numbers, so every order of summing gives the same.
n = 512
a = [[float((i + j) % 32) for j in range(n)] for i in range(n)]
b = [[float((i + j) * 2 % 32) for j in range(n)] for i in range(n)]
# Row i of A, and with it row i of C, repeats every 32 rows; so does column j of B every 16.
rows = [[sum(x * b[k][j] for k, x in enumerate(a[i])) for j in range(16)] for i in range(32)]


def save(name, matrix):
    (run / name).write_bytes(b"".join(struct.pack(f"<{n}f", *row) for row in matrix))


save("matmul-16.a", a)
save("matmul-16.b", b)
save("matmul-16.c", [[rows[i % 32][j % 16] for j in range(n)] for i in range(n)])

# apps/dotproduct: 0 to 63, four for each core.
for core in range(16):
    words = range(4 * core, 4 * core + 4)
    (run / f"dotproduct.{core}").write_bytes(struct.pack("<4I", *words))

# apps/fft2d: an image of 128 * 128 grey values (the example's is a photograph), each a complex number.
grey = [(x * x + 3 * y) % 256 if x // 16 % 2 == y // 16 % 2 else 0 for y in range(128) for x in range(128)]
for core in range(16):
    part = grey[1024 * core : 1024 * (core + 1)]
    (run / f"fft2d.{core}").write_bytes(b"".join(struct.pack("<2f", g, 0.0) for g in part))
