/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What Dhrystone asks of a C library, and a check of its final values. Its own main is called
   dhrystone_main. */
#include "check.h"
#include "clock.h"
#include "printf.h"
#include <stdarg.h>
#include <stddef.h>
#include <sys/times.h>

/* dhry.h declares main's callees the old way and has names of its own for int; only its types are
   wanted here. */
#include "dhry.h"

extern Rec_Pointer Ptr_Glob, Next_Ptr_Glob;
extern int Int_Glob;
extern Boolean Bool_Glob;
extern char Ch_1_Glob, Ch_2_Glob;
extern int Arr_1_Glob[50];
extern int Arr_2_Glob[50][50];
int dhrystone_main(void);

static uint32_t readings[2], taken;

/* Called right before and right after the measured loop: `--region times..times`. */
int times(struct tms *now)
{
	readings[taken++ & 1] = clock_now();
	now->tms_utime = (long)readings[(taken - 1) & 1];
	return 0;
}

int scanf(const char *format, ...)
{
	va_list args;
	(void)format;
	va_start(args, format);
	*va_arg(args, int *) = RUNS;
	va_end(args);
	return 1;
}

void *malloc(size_t bytes)
{
	static double pool[64];
	static size_t used;
	void *here = &pool[used];
	used += (bytes + sizeof pool[0] - 1) / sizeof pool[0];
	return used <= sizeof pool / sizeof pool[0] ? here : NULL;
}

static void check_record(const char *what, Rec_Pointer record, Enumeration kind, int number)
{
	printf("%s\n", what);
	check_equal("Ptr_Comp", (uint32_t)(uintptr_t)record->Ptr_Comp, (uint32_t)(uintptr_t)Next_Ptr_Glob);
	check_equal("Discr", record->Discr, 0);
	check_equal("Enum_Comp", record->variant.var_1.Enum_Comp, kind);
	check_equal("Int_Comp", (uint32_t)record->variant.var_1.Int_Comp, (uint32_t)number);
	check_true("Str_Comp", strcmp(record->variant.var_1.Str_Comp, "DHRYSTONE PROGRAM, SOME STRING") == 0);
}

int main(void)
{
	dhrystone_main();
	/* Values as the program itself prints them behind "should be". */
	check_equal("Int_Glob", (uint32_t)Int_Glob, 5);
	check_equal("Bool_Glob", (uint32_t)Bool_Glob, 1);
	check_equal("Ch_1_Glob", (uint32_t)Ch_1_Glob, 'A');
	check_equal("Ch_2_Glob", (uint32_t)Ch_2_Glob, 'B');
	check_equal("Arr_1_Glob[8]", (uint32_t)Arr_1_Glob[8], 7);
	check_equal("Arr_2_Glob[8][7]", (uint32_t)Arr_2_Glob[8][7], RUNS + 10);
	check_record("Ptr_Glob", Ptr_Glob, 2, 17);
	check_record("Next_Ptr_Glob", Next_Ptr_Glob, 1, 18);
	printf("Compiler version : %s\nCompiler flags   : %s\n", __VERSION__, FLAGS_STR);
	uint32_t ticks = readings[1] - readings[0];
	printf("%u runs, %u ticks of %u Hz: %.2f ticks a run\n", RUNS, ticks, CLOCK_HZ, (double)ticks / RUNS);
	return check_result();
}
