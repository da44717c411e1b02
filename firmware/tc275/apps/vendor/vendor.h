/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef VENDOR_H
#define VENDOR_H
int core0_main(void);
void core1_main(void);
void core2_main(void);
#endif
