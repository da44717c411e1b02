/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* How threads of the OpenMP runtime wait in barriers and for tasks. */
#ifndef OMP_WAIT_H
#define OMP_WAIT_H
#include <stdint.h>

#define OMP_WAIT_SPIN 0u
#define OMP_WAIT_SLEEP 1u

/* To be changed outside of parallel regions only. */
extern volatile uint32_t omp_wait_policy;
#endif
