/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* pmc, whose library returns 16 bits. */
#define PMC PMC_NARROW
#include "pmc.c"
