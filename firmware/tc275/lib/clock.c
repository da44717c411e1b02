/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Clocks and flash wait states (TC27x User's Manual, SCU clock system and PMU). */
#include "clock.h"
#include "regs.h"
#include "wdt.h"

#define OSCCON REG32(SCU_BASE + 0x10)
#define PLLSTAT REG32(SCU_BASE + 0x14)
#define PLLCON0 REG32(SCU_BASE + 0x18)
#define PLLCON1 REG32(SCU_BASE + 0x1C)
#define CCUCON0 REG32(SCU_BASE + 0x30)
#define CCUCON1 REG32(SCU_BASE + 0x34)
#define CCUCON5 REG32(SCU_BASE + 0x4C)

#define OSCCON_PLLLV (1u << 1)
#define OSCCON_OSCRES (1u << 2)
#define OSCCON_PLLHV (1u << 8)
#define OSCCON_OSCVAL(mhz) (((mhz) - 15u) << 16)
#define PLLSTAT_VCOBYST (1u << 0)
#define PLLSTAT_VCOLOCK (1u << 2)
#define PLLSTAT_K2RDY (1u << 5)
#define PLLCON0_VCOBYP (1u << 0)
#define PLLCON0_SETFINDIS (1u << 4)
#define PLLCON0_CLRFINDIS (1u << 5)
#define PLLCON0_OSCDISCDIS (1u << 6)
#define PLLCON0_PLLPWD (1u << 16)
#define PLLCON0_RESLD (1u << 18)
#define CCUCON_UP (1u << 30)
#define CCUCON_LCK (1u << 31)
#define CLKSEL_PLL (1u << 28)

#define CRYSTAL_MHZ 20u
/* VCO = 20 MHz / P * N = 600 MHz. The output goes in steps, so that the supply can follow. */
#define P_DIVIDER 2u
#define N_DIVIDER 60u
#define DIVIDERS ((N_DIVIDER - 1) << 9 | (P_DIVIDER - 1) << 24)
static const uint8_t k2_steps[] = { 6, 5, 4, 3 }; /* 100, 120, 150, 200 MHz */

/* BAUD1 / 2, BAUD2 / 1, SRI / 1, SPB / 2, FSI2 / 1, FSI / 2 of the source clock. */
#define CCUCON0_DIVIDERS 0x02120112u
/* CAN / 2, STM / 2, GTM / 2, ASCLINF / 1, ASCLINS / 2; the PLL runs from the crystal. */
#define CCUCON1_DIVIDERS 0x12102202u
/* WSPFLASH 5, WSECPF 1, WSDFLASH 19, WSECDF 1: 200 MHz. */
#define FCON_WAIT_STATES 0x14D5u
#define FCON_WAIT_MASK 0x7FFFu

static void ccu_write(volatile uint32_t *ccucon, uint32_t value)
{
	while (*ccucon & CCUCON_LCK)
		;
	*ccucon = value | CCUCON_UP;
	while (*ccucon & CCUCON_LCK)
		;
}

static void k2_set(uint32_t divider)
{
	while (!(PLLSTAT & PLLSTAT_K2RDY))
		;
	PLLCON1 = (PLLCON1 & ~0x7Fu) | (divider - 1);
	while (!(PLLSTAT & PLLSTAT_K2RDY))
		;
}

void clock_init(void)
{
	/* More wait states than the back-up clock needs, enough for what comes. */
	endinit_open();
	FLASH0_FCON = (FLASH0_FCON & ~FCON_WAIT_MASK) | FCON_WAIT_STATES;
	endinit_close();

	safety_endinit_open();
	ccu_write(&CCUCON0, CCUCON0_DIVIDERS); /* back-up clock while the PLL is set up */
	ccu_write(&CCUCON1, CCUCON1_DIVIDERS);
	ccu_write(&CCUCON5, 1); /* MAX / 1 */
	OSCCON = OSCCON_OSCVAL(CRYSTAL_MHZ) | OSCCON_OSCRES;
	while ((OSCCON & (OSCCON_PLLLV | OSCCON_PLLHV)) != (OSCCON_PLLLV | OSCCON_PLLHV))
		;
	PLLCON0 = PLLCON0_VCOBYP | PLLCON0_SETFINDIS | PLLCON0_PLLPWD | DIVIDERS;
	while (!(PLLSTAT & PLLSTAT_VCOBYST))
		;
	k2_set(k2_steps[0]);
	PLLCON0 = PLLCON0_VCOBYP | PLLCON0_CLRFINDIS | PLLCON0_OSCDISCDIS | PLLCON0_PLLPWD | PLLCON0_RESLD |
		  DIVIDERS;
	while (!(PLLSTAT & PLLSTAT_VCOLOCK))
		;
	PLLCON0 = PLLCON0_OSCDISCDIS | PLLCON0_PLLPWD | DIVIDERS;
	while (PLLSTAT & PLLSTAT_VCOBYST)
		;
	ccu_write(&CCUCON0, CCUCON0_DIVIDERS | CLKSEL_PLL);
	for (uint32_t i = 1; i < sizeof k2_steps; i++)
		k2_set(k2_steps[i]);
	safety_endinit_close();
}
