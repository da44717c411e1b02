/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Dhrystone includes it and uses nothing of it. */
