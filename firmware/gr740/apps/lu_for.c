/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* SparseLU with loops: every thread walks the diagonal, and the loops over blocks
   are shared out. Line 3 of the bootstrap register: waits sleep. */
#define BLOCKS 8
#define SIDE 16
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

int main(void)
{
	return lu_main("SparseLU with loops", factorise_for, (struct expected){ 8, 16, 16, 44, 12 });
}
