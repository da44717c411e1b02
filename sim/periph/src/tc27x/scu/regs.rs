//! Registers of the SCU (iLLD `IfxScu_reg.h`), and which protection each has.

const ALL: u32 = 0xffff_ffff;

trueboard_core::regs! {
    /// Registers. Those that are "kept" are written and read back, and do nothing else.
    #[allow(non_camel_case_types)] // the names of the vendor's headers
    pub enum Reg: MAP {
        ID @ 0x008 = 0x00c3_c001, rw 0; "module identification";
        OSCCON @ 0x010 = 0x0000_0112, rw 0x0f9f_08fc; "oscillator: OSCVAL 20:16, X1DEN 11, PLLHV 8, SHBY 7, MODE 6:5, GAINSEL 4:3, OSCRES 2, PLLLV 1";
        PLLSTAT @ 0x014 = 0x0000_0034, rw 0; "PLL: K2RDY 5, K1RDY 4, FINDIS 3, VCOLOCK 2, VCOBYST 0";
        PLLCON0 @ 0x018 = 0, rw 0x0f05_fe77; "PLL: PDIV 27:24, RESLD 18, PLLPWD 16, NDIV 15:9, OSCDISCDIS 6, CLRFINDIS 5, SETFINDIS 4, MODEN 2, VCOPWD 1, VCOBYP 0";
        PLLCON1 @ 0x01c = 0, rw 0x007f_7f7f; "PLL: K1DIV 22:16, K3DIV 14:8, K2DIV 6:0";
        PLLCON2 @ 0x020 = 0, rw 0xffff; "PLL: MODCFG 15:0; kept";
        PLLERAYSTAT @ 0x024 = 0x0000_0034, rw 0; "E-Ray PLL: as PLLSTAT";
        PLLERAYCON0 @ 0x028 = 0, rw 0x0f05_3e73; "E-Ray PLL: as PLLCON0";
        PLLERAYCON1 @ 0x02c = 0, rw 0x007f_0f7f; "E-Ray PLL; kept";
        CCUCON0 @ 0x030 = 0x0000_0000, rw 0x7f3f_ffff; "dividers: LCK 31, UP 30, CLKSEL 29:28, FSIDIV 25:24, FSI2DIV 21:20, SPBDIV 19:16, LPDIV 15:12, SRIDIV 11:8, BAUD2DIV 7:4, BAUD1DIV 3:0";
        CCUCON1 @ 0x034 = 0, rw 0x7fff_ffff; "dividers: LCK 31, UP 30, INSEL 29:28, ASCLINSDIV 27:24, ASCLINFDIV 23:20, ETHDIV 19:16, GTMDIV 15:12, STMDIV 11:8, ERAYDIV 7:4, CANDIV 3:0";
        FDR @ 0x038 = 0, rw ALL; "fractional divider; kept";
        EXTCON @ 0x03c = 0, rw ALL; "external clock outputs; kept";
        CCUCON2 @ 0x040 = 0, rw 0x4000_000f; "dividers: LCK 31, UP 30, BBBDIV 3:0";
        CCUCON3 @ 0x044 = 0, rw 0x60ff_ffff; "clock monitor; kept";
        CCUCON4 @ 0x048 = 0, rw 0x60ff_ffff; "clock monitor; kept";
        CCUCON5 @ 0x04c = 0, rw 0x4000_000f; "dividers: LCK 31, UP 30, MAXDIV 3:0";
        RSTSTAT @ 0x050 = 0x0001_0000, rw 0; "cause of the last reset: PORST 16, SW 4, SMU 3";
        RSTCON @ 0x058 = 0, rw 0xffcf; "what resets do; kept";
        ARSTDIS @ 0x05c = 0, rw 0x7; "application reset disable; kept";
        SWRSTCON @ 0x060 = 0, rw 2; "software reset: SWRSTREQ 1";
        RSTCON2 @ 0x064 = 0, rw 0xffff_0002; "kept";
        EVRRSTCON @ 0x06c = 0, rw ALL; "kept";
        ESRCFG @ 0x070 [2; 4] = 0, rw 0x180; "ESR0 and ESR1; kept";
        ESROCFG @ 0x078 = 0, rw 2; "kept";
        SYSCON @ 0x07c = 0, rw 0x11d; "kept";
        CCUCON6 @ 0x080 [3; 4] = 0, rw 0x3f; "CCUCON6 to 8: CPUnDIV 5:0";
        CCUCON9 @ 0x08c = 0, rw 0x6000_00ff; "kept";
        PDR @ 0x09c = 0, rw 0xff; "ESR pads; kept";
        IOCR @ 0x0a0 = 0x0000_20e0, rw 0xf0f0; "ESR pads; kept";
        OUT @ 0x0a4 = 0, rw 3; "ESR pads; kept";
        OMR @ 0x0a8 = 0, rw 0; "ESR pads; not modelled";
        IN @ 0x0ac = 3, rw 0; "ESR pads, high";
        EVRSTAT @ 0x0b0 = 0, rw 0; "voltage regulator";
        EVRDVSTAT @ 0x0b4 = 0, rw 0; "voltage regulator";
        EVRCON @ 0x0b8 [2; 4] = 0, rw ALL; "EVR13CON, EVR33CON; kept";
        STSTAT @ 0x0c0 = 0, rw 0; "start-up configuration pins";
        PMSWCR0 @ 0x0c8 = 0, rw ALL; "standby; kept";
        PMSWSTAT @ 0x0cc = 0, rw 0; "standby";
        PMSWSTATCLR @ 0x0d0 = 0, rw 0x1fc; "standby; reads 0";
        PMCSR @ 0x0d4 [3; 4] = 0x0000_0100, rw 0x7; "power of CPU n: PMST 10:8 (1 run, 3 idle), REQSLP 1:0 (0 run, 1 idle)";
        DTSSTAT @ 0x0e0 = 0x0000_4000, rw 0; "die temperature sensor: BUSY 15, RDY 14, RESULT 9:0";
        DTSCON @ 0x0e4 = 1, rw 0x80ff_fff3; "die temperature sensor: CAL 23:4, START 1, PWD 0";
        PMSWCR1 @ 0x0e8 = 0, rw ALL; "standby; kept";
        WDTS_CON0 @ 0x0f0 = 0xfffc_000e, rw ALL; "safety watchdog: REL 31:16, PW 15:2, LCK 1, ENDINIT 0";
        WDTS_CON1 @ 0x0f4 = 0, rw 0xffed; "safety watchdog: TCTR 15:9, TCR 8, PAR 7, UR 6, IR1 5, DR 3, IR0 2, CLRIRF 0";
        WDTS_SR @ 0x0f8 = 0xfffc_0010, rw 0; "safety watchdog: TIM 31:16, TCT 15:9, TCS 8, PAS 7, US 6, IS1 5, TO 4, DS 3, IS0 2, OE 1, AE 0";
        EMSR @ 0x0fc = 0, rw ALL; "emergency stop; kept";
        WDTCPU_CON0 @ 0x100 [3; 12] = 0xfffc_000e, rw ALL; "watchdog of CPU n: REL 31:16, PW 15:2, LCK 1, ENDINIT 0";
        WDTCPU_CON1 @ 0x104 [3; 12] = 0, rw 0xffec; "watchdog of CPU n: TCTR 15:9, TCR 8, PAR 7, UR 6, IR1 5, DR 3, IR0 2";
        WDTCPU_SR @ 0x108 [3; 12] = 0xfffc_0010, rw 0; "watchdog of CPU n: TIM 31:16, TCT 15:9, TCS 8, PAS 7, US 6, IS1 5, TO 4, DS 3, IS0 2, OE 1, AE 0";
        TRAPSTAT @ 0x124 = 0, rw 0; "traps: SMUT 3, ESR1T 1, ESR0T 0";
        TRAPSET @ 0x128 = 0, rw 0xb; "sets bits of TRAPSTAT; reads 0";
        TRAPCLR @ 0x12c = 0, rw 0xb; "clears bits of TRAPSTAT; reads 0";
        TRAPDIS @ 0x130 = 0, rw 0xb; "disables traps of TRAPSTAT";
        LCLCON @ 0x134 [2; 4] = 0, rw ALL; "lockstep control; kept";
        LCLTEST @ 0x13c = 0, rw ALL; "lockstep test; kept";
        CHIPID @ 0x140 = 0, rw 0; "SEC 30, SP 29:28, FSIZE 27:24, UCODE 23:17, EEA 16, CHID 15:8, CHTEC 7:6, CHREV 5:0";
        MANID @ 0x144 = 0x0000_1820, rw 0; "manufacturer";
        SAFECON @ 0x150 = 0, rw 1; "kept";
        LBISTCTRL @ 0x164 [3; 4] = 0, rw ALL; "logic self-test; kept";
        PDISC @ 0x18c = 0, rw 3; "kept";
        EVRTRIM @ 0x198 = 0, rw ALL; "voltage regulator; kept";
        EVRADCSTAT @ 0x19c = 0, rw 0; "voltage regulator";
        EVRMON @ 0x1a0 [3; 4] = 0, rw ALL; "EVRUVMON, EVROVMON, EVRMONCTRL; kept";
        EVRSDCTRL @ 0x1b0 [4; 4] = 0, rw ALL; "voltage regulator; kept";
        EVRSDCOEFF @ 0x1c0 [6; 4] = 0, rw ALL; "voltage regulator; kept";
        EVROSCCTRL @ 0x1d8 = 0, rw ALL; "voltage regulator; kept";
        OVCENABLE @ 0x1e0 = 0, rw 7; "data overlay: OVENn; not modelled";
        OVCCON @ 0x1e4 = 0, rw ALL; "data overlay; not modelled";
        EICR @ 0x210 [4; 4] = 0, rw 0x7ff0_7ff0; "external requests; not modelled";
        EIFR @ 0x220 = 0, rw 0; "external requests";
        FMR @ 0x224 = 0, rw ALL; "external requests; not modelled";
        PDRR @ 0x228 = 0, rw 0; "external requests";
        IGCR @ 0x22c [4; 4] = 0, rw ALL; "external requests; not modelled";
        DTSLIM @ 0x240 = 0, rw 0x03ff_83ff; "die temperature limits; kept";
        ACCEN1 @ 0x3f8 = 0, rw 0; "access enable: masters 32 to 63";
        ACCEN0 @ 0x3fc = ALL, rw ALL; "access enable: masters 0 to 31";
    }
}

/// Which ENDINIT has to be clear for a write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protection {
    /// None.
    Open,
    /// That of any CPU.
    Endinit,
    /// That of the safety watchdog.
    Safety,
    /// That of any CPU, or of the safety watchdog.
    Either,
    /// That of CPU n.
    Cpu(usize),
}

/// The protection of element `i` of a register (UM, register overview of the SCU; the vendor's
/// drivers open the same ones).
pub fn protection(reg: Reg, i: usize) -> Protection {
    match reg {
        Reg::OSCCON
        | Reg::PLLCON0
        | Reg::PLLCON1
        | Reg::PLLCON2
        | Reg::PLLERAYCON0
        | Reg::PLLERAYCON1
        | Reg::CCUCON0
        | Reg::CCUCON1
        | Reg::CCUCON2
        | Reg::CCUCON3
        | Reg::CCUCON4
        | Reg::CCUCON5
        | Reg::CCUCON6
        | Reg::CCUCON9
        | Reg::RSTCON
        | Reg::RSTCON2
        | Reg::EVRRSTCON
        | Reg::EVRCON
        | Reg::LCLCON
        | Reg::SAFECON
        | Reg::WDTS_CON1
        | Reg::ACCEN0 => Protection::Safety,
        Reg::ARSTDIS
        | Reg::SYSCON
        | Reg::TRAPDIS
        | Reg::EXTCON
        | Reg::ESRCFG
        | Reg::PDR
        | Reg::DTSCON => Protection::Endinit,
        Reg::PMCSR | Reg::SWRSTCON => Protection::Either,
        Reg::WDTCPU_CON1 => Protection::Cpu(i),
        _ => Protection::Open,
    }
}
