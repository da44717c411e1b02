/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Task reductions: each thread has a private copy of every variable, which GCC's
   code initialises at the first use and combines when the group has ended. The
   compiler's descriptor is an array of words; the entries follow its head, in the
   order of their offsets. Layout: libgomp/task.c of GCC 12. */
#include "gomp.h"
#include "heap.h"
#include "string.h"

enum { COUNT, BYTES, COPIES /* alignment when it comes in */, ALLOCATOR, OUTER, ALLOCATION, END, ENTRIES };
enum { ADDRESS, OFFSET, UNUSED, ENTRY_WORDS };

void GOMP_taskgroup_reduction_unregister(uintptr_t *descriptor);
void GOMP_task_reduction_remap(size_t count, size_t originals, void **pointers);

void gomp_reductions_allocate(uintptr_t *d, uintptr_t *outer, uint32_t threads)
{
	for (;; d = (uintptr_t *)d[OUTER]) {
		uintptr_t bytes = d[BYTES] * threads, align = d[COPIES];
		void *memory = gomp_memory(bytes + align);
		d[COPIES] = ((uintptr_t)memory + align - 1) & ~(align - 1);
		memset((void *)d[COPIES], 0, bytes);
		d[ALLOCATION] = (uintptr_t)memory;
		d[END] = d[COPIES] + bytes;
		if (d[OUTER] == 0) {
			d[OUTER] = (uintptr_t)outer;
			return;
		}
	}
}

void GOMP_taskgroup_reduction_register(uintptr_t *descriptor)
{
	struct thread *self = gomp_self();
	struct group *group = self->task->group;
	gomp_reductions_allocate(descriptor, group->reductions, self->team->size);
	group->reductions = descriptor;
}

void GOMP_taskgroup_reduction_unregister(uintptr_t *descriptor)
{
	free((void *)descriptor[ALLOCATION]);
}

static uintptr_t *entry_of(uintptr_t *d, uintptr_t address, uintptr_t offset)
{
	for (uintptr_t i = 0; i < d[COUNT]; i++) {
		uintptr_t *entry = d + ENTRIES + ENTRY_WORDS * i;
		if (entry[ADDRESS] == address || (!address && entry[OFFSET] == offset))
			return entry;
	}
	return NULL;
}

/* A pointer to a variable, or to some thread's copy of it, becomes one to the copy
   of this thread; the variables themselves go behind the first `count`. */
void GOMP_task_reduction_remap(size_t count, size_t originals, void **pointers)
{
	struct thread *self = gomp_self();
	for (size_t i = 0; i < count; i++) {
		uintptr_t p = (uintptr_t)pointers[i];
		uintptr_t *d = self->task->group->reductions, *entry = NULL;
		for (; d; d = (uintptr_t *)d[OUTER]) {
			if (p >= d[COPIES] && p < d[END])
				entry = entry_of(d, 0, (p - d[COPIES]) % d[BYTES]);
			else
				entry = entry_of(d, p, 0);
			if (entry)
				break;
		}
		if (!entry)
			continue;
		pointers[i] = (void *)(d[COPIES] + self->number * d[BYTES] + entry[OFFSET]);
		if (i < originals)
			pointers[count + i] = (void *)entry[ADDRESS];
	}
}
