/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* pmc, whose library lets counters begin near their top and handles the wrap: right. */
#define PMC PMC_PRESET
#include "pmc.c"
