/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* SparseLU with loops, once. Line 3 of the bootstrap register: waits sleep. */
#define BLOCKS 8
#define SIDE 16
#include "lu_loops.h"

int main(void)
{
	return lu_main("SparseLU with loops", factorise_for, (struct expected){ 8, 16, 16, 44, 12 });
}
