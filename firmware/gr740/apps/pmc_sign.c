/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* pmc, whose library subtracts the wrong way around. */
#define PMC PMC_SIGN
#include "pmc.c"
