/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* SparseLU with tasks: one thread makes all 39, and dependences alone put them in
   order. The blocks that are added come from the thread that makes the tasks. Line 3
   of the bootstrap register: waits sleep. */
#define BLOCKS 5
#define SIDE 24
#include "lu_bots.h"

static void make_tasks(struct matrix *m)
{
	for (int k = 0; k < BLOCKS; k++) {
		block_t *d = m->block[k][k];
#pragma omp task depend(inout : d[0]) firstprivate(d)
		lu0(d);
		for (int j = k + 1; j < BLOCKS; j++) {
			block_t *c = m->block[k][j];
			if (!c)
				continue;
#pragma omp task depend(in : d[0]) depend(inout : c[0]) firstprivate(d, c)
			fwd(d, c);
		}
		for (int i = k + 1; i < BLOCKS; i++) {
			block_t *r = m->block[i][k];
			if (!r)
				continue;
#pragma omp task depend(in : d[0]) depend(inout : r[0]) firstprivate(d, r)
			bdiv(d, r);
		}
		for (int i = k + 1; i < BLOCKS; i++)
			for (int j = k + 1; j < BLOCKS; j++) {
				block_t *r = m->block[i][k], *c = m->block[k][j];
				if (!r || !c)
					continue;
				if (!m->block[i][j])
					add_block(&m->block[i][j]);
				block_t *inner = m->block[i][j];
#pragma omp task depend(in : r[0], c[0]) depend(inout : inner[0]) firstprivate(r, c, inner)
				bmod(r, c, inner);
			}
	}
}

NOINLINE static void factorise_tasks(struct matrix *m)
{
#pragma omp parallel
#pragma omp single
	make_tasks(m);
}

int main(void)
{
	return lu_main("SparseLU with tasks", factorise_tasks, (struct expected){ 5, 8, 8, 18, 4 });
}
