/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* pmc, whose library lets counters begin near their top and returns what they show. */
#define PMC PMC_WRAP
#include "pmc.c"
