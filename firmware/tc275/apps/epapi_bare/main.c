/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The stress programs on the TC1.6P, through the registers. */
#include "stress/programs.c"
#include "stress/main.c"
