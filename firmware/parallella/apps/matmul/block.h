/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef BLOCK_H
#define BLOCK_H

/* A core's part of a matrix: 4 KiB. */
enum { BLOCK = 32 };
typedef float block[BLOCK][BLOCK];

/* to += x * y */
void multiply_add(block to, block x, block y);
#endif
