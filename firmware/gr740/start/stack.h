/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Number and size of the cores' stacks, shared by the start code and C. */
#ifndef STACK_H
#define STACK_H
#ifndef MAX_CPUS
#define MAX_CPUS 4
#endif
#define STACK_SHIFT 15
#define STACK_BYTES (1 << STACK_SHIFT)
#endif
