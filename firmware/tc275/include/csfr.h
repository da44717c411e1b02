/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Core special function registers of TC1.6P and TC1.6E: offsets for MFCR and MTCR, and from the base of a
   core's window (TC27x User's Manual, CPU chapter). For C and assembly. */
#ifndef CSFR_H
#define CSFR_H

#define CSFR_PMA0 0x8100
#define CSFR_PMA1 0x8104
#define CSFR_DSTR 0x9010
#define CSFR_DATR 0x9018
#define CSFR_DEADD 0x901C
#define CSFR_DCON0 0x9040
#define CSFR_PSTR 0x9200
#define CSFR_PCON1 0x9204
#define CSFR_PCON0 0x920C
#define CSFR_CPR0_L 0xD000
#define CSFR_CPR0_U 0xD004
#define CSFR_DPR0_L 0xC000
#define CSFR_DPR0_U 0xC004
#define CSFR_CPXE0 0xE000
#define CSFR_CPXE1 0xE004
#define CSFR_DPRE0 0xE010
#define CSFR_DPRE1 0xE014
#define CSFR_DPWE0 0xE020
#define CSFR_DPWE1 0xE024
#define CSFR_CCTRL 0xFC00
#define CSFR_CCNT 0xFC04
#define CSFR_ICNT 0xFC08
#define CSFR_M1CNT 0xFC0C
#define CSFR_M2CNT 0xFC10
#define CSFR_M3CNT 0xFC14
#define CSFR_DBGSR 0xFD00
#define CSFR_PCXI 0xFE00
#define CSFR_PSW 0xFE04
#define CSFR_PC 0xFE08
#define CSFR_SYSCON 0xFE14
#define CSFR_CPU_ID 0xFE18
#define CSFR_CORE_ID 0xFE1C
#define CSFR_BIV 0xFE20
#define CSFR_BTV 0xFE24
#define CSFR_ISP 0xFE28
#define CSFR_ICR 0xFE2C
#define CSFR_FCX 0xFE38
#define CSFR_LCX 0xFE3C

/* PSW: supervisor, user stack, A0, A1, A8 and A9 writable, call depth not counted (CDC all ones). */
#define PSW_INITIAL 0x09FF

/* CSAs that remain when a call has used the one that LCX names. */
#define CSA_RESERVE 16

#define SCU_WDTS_CON0 0xF00360F0
#define SCU_WDTCPU0_CON0 0xF0036100 /* one every 12 bytes: CON0, CON1, SR */

#endif
