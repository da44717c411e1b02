/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* pmc, whose library counts another core. */
#define PMC PMC_CORE
#include "pmc.c"
