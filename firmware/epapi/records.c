/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Results that stay in memory, at a label that the linker script places. */
#include "backend.h"
#include "printf.h"
#include <stddef.h>

struct epapi_record epapi_records[EPAPI_RECORDS] __attribute__((section(".epapi_results")));
/* Linker labels around them. */
extern struct epapi_record __epapi_results[], __epapi_results_end[];
static unsigned int used;

int EPAPI_record(const struct epapi_record *record)
{
	if (record == NULL)
		return PAPI_EINVAL;
	if (&__epapi_results[used] == __epapi_results_end)
		return PAPI_ENOMEM;
	__epapi_results[used++] = *record;
	return PAPI_OK;
}

void EPAPI_print(void)
{
	printf("%-16s%-12s%-5s%-13s%11s%11s%13s\n", "program", "variant", "core", "event", "value", "cycles",
	       "instructions");
	for (unsigned int i = 0; i < used; i++) {
		const struct epapi_record *r = &epapi_records[i];
		printf("%-16s%-12s%-5u%-13s%11u%11u%13u\n", r->program, r->variant, r->core, r->event, r->value,
		       r->cycles, r->instructions);
	}
}
