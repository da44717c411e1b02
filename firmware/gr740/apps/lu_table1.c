/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* SparseLU with loops as in Table 1 of the Extrae paper, whose size is not published: 24 x 24 blocks of 12 keep four cores
   as busy. Line 3 of the bootstrap register: waits sleep. */
#define BLOCKS 24
#define SIDE 12
#include "lu_loops.h"

int main(void)
{
	return lu_main("SparseLU with loops", factorise_for, (struct expected){ 24, 144, 144, 1156, 190 });
}
