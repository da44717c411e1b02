/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Instructions without memory, or with the own DSPR only: for one instruction, or one round of a loop. */
#include "latency.h"

void pipeline_rows(uint32_t *own)
{
	heading("one instruction");
	row("add, dependent", add_32, own, 32);
	row("multiply, dependent", multiply_32, own, 32);
	row("accumulate, sum dependent", accumulate_32, own, 32);
	row("accumulate, factor dependent", multiply_accumulate_32, own, 32);
	row("divide, quotient of 31 bits", divide_32, own, 32);
	row("divide, quotient of 1 bit", divide_small_32, own, 32);
	row("float add, dependent", float_add_32, own, 32);
	row("float divide, dependent", float_divide_32, own, 32);
	row("jump", kernel_jumps_50, own, 50);
	row("branch not taken", fall_through_32, own, 32);
	row("branch taken in turn, two rounds", alternate_32, own, 32);
	row("call and return", kernel_calls_10, own, 10);
	row("load and use", load_use_32, own, 32);
	row("pointer and use", kernel_pointers_16, own, 16);
	row("loop of one, 32 rounds in all", loop_32, own, 1);
	row("loop of one, 64 rounds in all", loop_64, own, 1);
	row("burn loop, counting down", burn_down_64, own, 64);
	row("burn loop, counting up", burn_up_64, own, 64);
}
