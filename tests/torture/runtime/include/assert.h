/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#undef assert
#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
#define assert(condition) ((condition) ? (void)0 : abort())
#endif
void abort(void) __attribute__((noreturn));
