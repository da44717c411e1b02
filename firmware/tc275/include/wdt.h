/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* ENDINIT protection and watchdogs (TC27x User's Manual, SCU). */
#ifndef WDT_H
#define WDT_H
/* Of the core that calls. */
void endinit_open(void);
void endinit_close(void);
void safety_endinit_open(void);
void safety_endinit_close(void);
#endif
