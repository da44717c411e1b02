/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What Clang has compiled. */
#ifndef CONSTRUCTS_H
#define CONSTRUCTS_H
/* Each adds one to hits[0] to hits[n - 1]; clang_guided to every second. */
void clang_static(volatile int *hits, int n);
void clang_static_chunks(volatile int *hits, int n);
void clang_dynamic(volatile int *hits, int n);
void clang_guided(volatile int *hits, int n);
void clang_taskloop(volatile int *hits, int n);
int clang_sum(const volatile int *values, int n, int *most);
/* Decimal digits: singles, copies of 3 (two digits), masters, guarded, first and second section. */
int clang_shares(int threads);
/* Each of the threads adds up 0 to n - 1 alone; n at most 100. */
int clang_alone(int n, int threads);
int clang_tasks(int n);
int clang_depend(int n);
int clang_task_reduction(int n);
#endif
