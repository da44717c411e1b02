/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "check.h"
#include "kernels.h"
#include "printf.h"

/* Code is in bank 0. */
static BANK1 uint64_t near_data;
extern uint64_t code_bank_data;
static SHARED uint64_t far_data;

uint32_t four_bodies(struct kernel k, enum ctimer_event event, volatile void *p)
{
	uint32_t off = MOVFS(config) & ~(uint32_t)(CONFIG_CTIMER0 | CONFIG_CTIMER1);
	uint32_t on = off | (uint32_t)event << 4;
	return k.five_times(on, off, p) - k.once(on, off, p);
}

struct counts {
	uint32_t clk, ialu, fpu, dual, e1, ra;
};

static void check_kernel(struct kernel k, struct counts body)
{
	printf("%s\n", k.name);
	check_equal("CLK", four_bodies(k, CTIMER_CLK, &near_data), 4 * body.clk);
	check_equal("IALU", four_bodies(k, CTIMER_IALU, &near_data), 4 * body.ialu);
	check_equal("FPU", four_bodies(k, CTIMER_FPU, &near_data), 4 * body.fpu);
	check_equal("DUAL", four_bodies(k, CTIMER_DUAL, &near_data), 4 * body.dual);
	check_equal("E1 stalls", four_bodies(k, CTIMER_E1_STALL, &near_data), 4 * body.e1);
	check_equal("RA stalls", four_bodies(k, CTIMER_RA_STALL, &near_data), 4 * body.ra);
	check_equal("other stalls, idle, off",
		    four_bodies(k, CTIMER_LOCAL_FETCH_STALL, &near_data) +
			    four_bodies(k, CTIMER_LOCAL_LOAD_STALL, &near_data) +
			    four_bodies(k, CTIMER_EXT_FETCH_STALL, &near_data) +
			    four_bodies(k, CTIMER_EXT_LOAD_STALL, &near_data) +
			    four_bodies(k, CTIMER_IDLE, &near_data) + four_bodies(k, CTIMER_OFF, &near_data),
		    0);
}

static void check_outside(void)
{
	struct kernel k = KERNEL(load_use);
	volatile void *own = at_core(core_number(), &near_data);
	printf("16 loads from this core's own global address\n");
	/* By the vendor's test 14 cycles from a load to who needs it, of which 13 are waited. */
	check_range("external load stalls", four_bodies(k, CTIMER_EXT_LOAD_STALL, own), 16 * 11, 16 * 15);
	check_equal("E1 stalls", four_bodies(k, CTIMER_E1_STALL, own), 0);
	printf("16 loads from external memory\n");
	uint32_t waits = four_bodies(k, CTIMER_EXT_LOAD_STALL, &far_data);
	check_range("external load stalls", waits, 16 * 540, 16 * 1100);
	check_equal("E1 stalls", four_bodies(k, CTIMER_E1_STALL, &far_data), 0);
	uint32_t ra = four_bodies(k, CTIMER_RA_STALL, &far_data);
	check_range("RA stalls, external loads among them", ra, waits * 9 / 10, waits * 11 / 10);
	printf("16 double words of code in external memory\n");
	check_range("external fetch stalls", four_bodies(KERNEL(far_ialu), CTIMER_EXT_FETCH_STALL, 0), 16 * 790,
		    16 * 1100);
	check_equal("IALU", four_bodies(KERNEL(far_ialu), CTIMER_IALU, 0), 32);
}

static void check_banks(void)
{
	printf("32 loads, one a cycle\n");
	struct kernel k = KERNEL(loads);
	check_equal("local fetch stalls, data in another bank",
		    four_bodies(k, CTIMER_LOCAL_FETCH_STALL, &near_data), 0);
	check_equal("CLK, data in another bank", four_bodies(k, CTIMER_CLK, &near_data), 32);
	/* 32 loads and 16 double words of code out of one bank. Loads go first; how often the fetch unit asks in vain
	   depends on how far it runs ahead. */
	check_range("local fetch stalls, data in the code's bank",
		    four_bodies(k, CTIMER_LOCAL_FETCH_STALL, &code_bank_data), 12, 32);
	check_equal("CLK, data in the code's bank", four_bodies(k, CTIMER_CLK, &code_bank_data), 32 + 16);
}

void check_code(void)
{
	check_kernel(KERNEL(ialu), (struct counts){ .clk = 8, .ialu = 8 });
	check_kernel(KERNEL(fpu), (struct counts){ .clk = 8, .fpu = 8 });
	check_kernel(KERNEL(pairs), (struct counts){ .clk = 8, .ialu = 8, .fpu = 8, .dual = 8 });
	/* IALU counts loads and stores too. */
	check_kernel(KERNEL(load_use), (struct counts){ .clk = 12, .ialu = 8, .e1 = 4, .ra = 4 });
	check_kernel(KERNEL(byte_use), (struct counts){ .clk = 16, .ialu = 8, .e1 = 8, .ra = 8 });
	check_kernel(KERNEL(fpu_chain), (struct counts){ .clk = 20, .fpu = 4, .ra = 16 });
	check_kernel(KERNEL(fpu_store), (struct counts){ .clk = 28, .ialu = 4, .fpu = 4, .e1 = 12, .ra = 12 });
	check_kernel(KERNEL(ialu_fpu), (struct counts){ .clk = 20, .ialu = 4, .fpu = 4, .ra = 4 });
	check_kernel(KERNEL(taken), (struct counts){ .clk = 16 });
	check_kernel(KERNEL(not_taken), (struct counts){ .clk = 8 });
	check_kernel(KERNEL(loads), (struct counts){ .clk = 8, .ialu = 8 });
	check_kernel(KERNEL(stores), (struct counts){ .clk = 8, .ialu = 8 });
	check_outside();
	check_banks();
}
