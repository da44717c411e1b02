/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Calls of Extrae's public interface, over this board's counters and timers. */
#ifndef EXTRAE_H
#define EXTRAE_H
#include <stdint.h>

typedef uint32_t extrae_type_t;
typedef uint64_t extrae_value_t;

void Extrae_init(void);
/* Stops the tracer and writes the trace. */
void Extrae_fini(void);
unsigned Extrae_is_initialized(void);
void Extrae_get_version(unsigned *major, unsigned *minor, unsigned *revision);
void Extrae_event(extrae_type_t type, extrae_value_t value);
void Extrae_nevent(unsigned count, extrae_type_t *types, extrae_value_t *values);
void Extrae_counters(void);
void Extrae_eventandcounters(extrae_type_t type, extrae_value_t value);
void Extrae_neventandcounters(unsigned count, extrae_type_t *types, extrae_value_t *values);
/* Keeps pointers to its arguments: they have to live until Extrae_fini. */
void Extrae_define_event_type(extrae_type_t *type, char *description, unsigned *count, extrae_value_t *values,
			      char **descriptions);
extrae_value_t Extrae_user_function(unsigned enter);
void Extrae_shutdown(void);
void Extrae_restart(void);
/* Marks the call; records stay in memory until Extrae_fini. */
void Extrae_flush(void);

/* What a process would find in its environment: "NAME=VALUE", ended by NULL. An image defines it. */
extern const char *const extrae_environment[];
/* Takes the trace, a piece of at most EXTRAE_PIECE_SIZE bytes a call. The default sends it to APBUART 1. */
void extrae_write(const void *piece, uint32_t bytes);
#endif
