/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Four columns at a time in registers. */
#include "block.h"

void multiply_add(block to, block x, block y)
{
	for (int i = 0; i < BLOCK; i++) {
		for (int j = 0; j < BLOCK; j += 4) {
			float s0 = to[i][j], s1 = to[i][j + 1], s2 = to[i][j + 2], s3 = to[i][j + 3];
			for (int k = 0; k < BLOCK; k++) {
				float f = x[i][k];
				s0 += f * y[k][j];
				s1 += f * y[k][j + 1];
				s2 += f * y[k][j + 2];
				s3 += f * y[k][j + 3];
			}
			to[i][j] = s0;
			to[i][j + 1] = s1;
			to[i][j + 2] = s2;
			to[i][j + 3] = s3;
		}
	}
}
