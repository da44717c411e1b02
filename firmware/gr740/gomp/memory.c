/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "gomp.h"
#include "exit.h"
#include "heap.h"
#include "printf.h"

void *gomp_memory(size_t bytes)
{
	void *memory = malloc(bytes);
	if (!memory) {
		printf("OpenMP: no %u bytes left on the heap\n", (unsigned)bytes);
		exit(1);
	}
	return memory;
}
