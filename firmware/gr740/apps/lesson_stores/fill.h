/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef FILL_H
#define FILL_H
#include <stdint.h>

#define LINE 1024u /* bytes of a line of the image */

/* Writes the byte `value` to all bytes of a line, which begins at a multiple of 8. */
void fill(uint8_t *line, uint32_t value);
#endif
