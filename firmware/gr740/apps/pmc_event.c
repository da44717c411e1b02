/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* pmc, whose library counts another event. */
#define PMC PMC_EVENT
#include "pmc.c"
