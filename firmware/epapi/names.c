/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Events by name. Every board knows all names, whatever it can count. */
#include "backend.h"
#include <stddef.h>

static const struct name {
	int code;
	char name[PAPI_MAX_STR_LEN];
} names[] = {
	{ PAPI_TOT_CYC, "PAPI_TOT_CYC" },     { PAPI_TOT_INS, "PAPI_TOT_INS" },
	{ PAPI_BR_INS, "PAPI_BR_INS" },	      { PAPI_MEM_SCY, "PAPI_MEM_SCY" },
	{ PAPI_L1_DCH, "PAPI_L1_DCH" },	      { PAPI_L1_DCM, "PAPI_L1_DCM" },
	{ PAPI_L1_DCA, "PAPI_L1_DCA" },	      { PAPI_L1_ICH, "PAPI_L1_ICH" },
	{ PAPI_L1_ICM, "PAPI_L1_ICM" },	      { PAPI_L1_ICA, "PAPI_L1_ICA" },
	{ PAPI_L1_ICR, "PAPI_L1_ICR" },	      { PAPI_L1_TCA, "PAPI_L1_TCA" },
	{ PAPI_L1_TCH, "PAPI_L1_TCH" },	      { PAPI_L1_TCM, "PAPI_L1_TCM" },
	{ EPAPI_DMEM_STL, "DMEM_STL" },	      { EPAPI_PMEM_STL, "PMEM_STL" },
	{ EPAPI_MULTI_ISSUE, "MULTI_ISSUE" }, { EPAPI_IPDISP_STL, "IPDISP_STL" },
	{ EPAPI_LSDISP_STL, "LSDISP_STL" },   { EPAPI_LPDISP_STL, "LPDISP_STL" },
};
#define NAMES (sizeof names / sizeof names[0])

static int same(const char *a, const char *b)
{
	while (*a && *a == *b)
		a++, b++;
	return *a == *b;
}

int PAPI_event_name_to_code(const char *name, int *code)
{
	if (name == NULL || code == NULL)
		return PAPI_EINVAL;
	for (unsigned int i = 0; i < NAMES; i++)
		if (same(names[i].name, name)) {
			*code = names[i].code;
			return PAPI_OK;
		}
	return PAPI_ENOTPRESET;
}

int PAPI_event_code_to_name(int code, char *name)
{
	if (name == NULL)
		return PAPI_EINVAL;
	for (unsigned int i = 0; i < NAMES; i++)
		if (names[i].code == code) {
			for (unsigned int c = 0; c < PAPI_MAX_STR_LEN; c++)
				name[c] = names[i].name[c];
			return PAPI_OK;
		}
	return PAPI_ENOTPRESET;
}

int PAPI_query_event(int code)
{
	char name[PAPI_MAX_STR_LEN];
	for (unsigned int i = 0; i < epapi_preset_count; i++)
		if (epapi_presets[i].code == code)
			return PAPI_OK;
	return PAPI_event_code_to_name(code, name) == PAPI_OK ? PAPI_ENOEVNT : PAPI_ENOTPRESET;
}
