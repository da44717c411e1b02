/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Size of one core's stack, shared by the start code and C. */
#ifndef STACK_H
#define STACK_H
#define STACK_SHIFT 15
#define STACK_BYTES (1 << STACK_SHIFT)
#endif
