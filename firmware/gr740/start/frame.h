/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Layout of struct trap_frame (trap.h) for the assembler; trap.c checks it. */
#ifndef FRAME_H
#define FRAME_H
#define FRAME_TT 0
#define FRAME_PSR 4
#define FRAME_PC 8
#define FRAME_NPC 12
#define FRAME_Y 16
#define FRAME_FSR 20
#define FRAME_FQ 24
#define FRAME_G 32
#define FRAME_F 64
#define FRAME_BYTES 192
/* Below the frame lies the minimum frame of the SPARC ABI: 16 words of window
   save area, one hidden parameter, six argument words, padding. */
#define FRAME_OFFSET 96
#endif
