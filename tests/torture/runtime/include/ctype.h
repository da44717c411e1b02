/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef CTYPE_H
#define CTYPE_H
int isprint(int c);
#endif
