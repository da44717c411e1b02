/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef USERMODE_H
#define USERMODE_H
/* Runs fn with PSR.S = 0 on the same stack and comes back to supervisor mode
   through a software trap. fn must not use supervisor instructions; CASA of
   ASI 0xB, which spin locks do not use, is one of them. */
void user_call(void (*fn)(void));
#endif
