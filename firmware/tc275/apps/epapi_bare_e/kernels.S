# SPDX-License-Identifier: MIT OR Apache-2.0
#define STRESS_PSPR .pspr0
#define STRESS_OTHER_PSPR .pspr2
#include "stress/kernels.S"
