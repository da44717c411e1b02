/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* pmc, whose library does not clear a counter before it starts it. */
#define PMC PMC_UNCLEARED
#include "pmc.c"
