/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* SparseLU with loops: every thread walks the diagonal, and the loops over blocks
   are shared out. */
#ifndef LU_LOOPS_H
#define LU_LOOPS_H
#include "lu_bots.h"

NOINLINE static void factorise_for(struct matrix *m)
{
#pragma omp parallel
	for (int k = 0; k < BLOCKS; k++) {
#pragma omp single
		lu0(m->block[k][k]);
#pragma omp for schedule(dynamic) nowait
		for (int j = k + 1; j < BLOCKS; j++)
			if (m->block[k][j])
				fwd(m->block[k][k], m->block[k][j]);
#pragma omp for schedule(dynamic)
		for (int i = k + 1; i < BLOCKS; i++)
			if (m->block[i][k])
				bdiv(m->block[k][k], m->block[i][k]);
#pragma omp for schedule(dynamic)
		for (int i = k + 1; i < BLOCKS; i++)
			for (int j = k + 1; j < BLOCKS; j++)
				if (m->block[i][k] && m->block[k][j]) {
					if (!m->block[i][j])
						add_block(&m->block[i][j]);
					bmod(m->block[i][k], m->block[k][j], m->block[i][j]);
				}
	}
}
#endif
