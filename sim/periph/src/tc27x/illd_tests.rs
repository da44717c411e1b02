//! Registers of the TC27x held against Infineon's own headers (iLLD for the TC27xC, `IfxStm_reg.h` and the like, made
//! of the device's register description UM V1.5). Their facts stand here: name, address, and the bits that
//! software writes.

use crate::testing::map;

/// Our name, the header's name, its address, the bits marked w, rw or rwh there.
type Row = (&'static str, &'static str, u32, u32);

const FIELDS: &[(&str, u32, &[Row])] = &[
    (
        "tc27x-stm",
        0xf000_0000,
        &[
            ("CLC", "STM0_CLC", 0xf000_0000, 0x0000_0009),
            ("ID", "STM0_ID", 0xf000_0008, 0x0000_0000),
            ("TIM", "STM0_TIM0", 0xf000_0010, 0x0000_0000),
            ("CAP", "STM0_CAP", 0xf000_002c, 0x0000_0000),
            ("CMP", "STM0_CMP0", 0xf000_0030, 0xffff_ffff),
            ("CMCON", "STM0_CMCON", 0xf000_0038, 0x1f1f_1f1f),
            ("ICR", "STM0_ICR", 0xf000_003c, 0x0000_0055),
            ("ISCR", "STM0_ISCR", 0xf000_0040, 0x0000_000f),
            ("TIM0SV", "STM0_TIM0SV", 0xf000_0050, 0x0000_0000),
            ("CAPSV", "STM0_CAPSV", 0xf000_0054, 0x0000_0000),
            ("OCS", "STM0_OCS", 0xf000_00e8, 0x1f00_0000),
            ("KRSTCLR", "STM0_KRSTCLR", 0xf000_00ec, 0x0000_0001),
            ("KRST1", "STM0_KRST1", 0xf000_00f0, 0x0000_0001),
            ("KRST0", "STM0_KRST0", 0xf000_00f4, 0x0000_0003),
            ("ACCEN1", "STM0_ACCEN1", 0xf000_00f8, 0x0000_0000),
            ("ACCEN0", "STM0_ACCEN0", 0xf000_00fc, 0xffff_ffff),
        ],
    ),
    (
        "tc27x-asclin",
        0xf000_0600,
        &[
            ("CLC", "ASCLIN0_CLC", 0xf000_0600, 0x0000_0009),
            ("IOCR", "ASCLIN0_IOCR", 0xf000_0604, 0x3e03_03f7),
            ("ID", "ASCLIN0_ID", 0xf000_0608, 0x0000_0000),
            ("TXFIFOCON", "ASCLIN0_TXFIFOCON", 0xf000_060c, 0x0000_0fc3),
            ("RXFIFOCON", "ASCLIN0_RXFIFOCON", 0xf000_0610, 0x8000_0fc3),
            ("BITCON", "ASCLIN0_BITCON", 0xf000_0614, 0x8f0f_0fff),
            ("FRAMECON", "ASCLIN0_FRAMECON", 0xf000_0618, 0xf003_7fc0),
            ("DATCON", "ASCLIN0_DATCON", 0xf000_061c, 0x00ff_e00f),
            ("BRG", "ASCLIN0_BRG", 0xf000_0620, 0x0fff_0fff),
            ("BRD", "ASCLIN0_BRD", 0xf000_0624, 0x0000_ffff),
            ("LIN", "ASCLIN0_LIN_CON", 0xf000_0628, 0x0e80_0000),
            ("FLAGS", "ASCLIN0_FLAGS", 0xf000_0634, 0x0000_0000),
            ("FLAGSSET", "ASCLIN0_FLAGSSET", 0xf000_0638, 0xdfff_e06f),
            ("FLAGSCLEAR", "ASCLIN0_FLAGSCLEAR", 0xf000_063c, 0xdfff_e06f),
            (
                "FLAGSENABLE",
                "ASCLIN0_FLAGSENABLE",
                0xf000_0640,
                0xdfff_006f,
            ),
            ("TXDATA", "ASCLIN0_TXDATA", 0xf000_0644, 0xffff_ffff),
            ("RXDATA", "ASCLIN0_RXDATA", 0xf000_0648, 0x0000_0000),
            ("CSR", "ASCLIN0_CSR", 0xf000_064c, 0x0000_001f),
            ("RXDATAD", "ASCLIN0_RXDATAD", 0xf000_0650, 0x0000_0000),
            ("OCS", "ASCLIN0_OCS", 0xf000_06e8, 0x1f00_0000),
            ("KRSTCLR", "ASCLIN0_KRSTCLR", 0xf000_06ec, 0x0000_0001),
            ("KRST1", "ASCLIN0_KRST1", 0xf000_06f0, 0x0000_0001),
            ("KRST0", "ASCLIN0_KRST0", 0xf000_06f4, 0x0000_0001),
            ("ACCEN1", "ASCLIN0_ACCEN1", 0xf000_06f8, 0x0000_0000),
            ("ACCEN0", "ASCLIN0_ACCEN0", 0xf000_06fc, 0xffff_ffff),
        ],
    ),
    (
        "tc27x-dma",
        0xf001_0000,
        &[
            ("CLC", "DMA_CLC", 0xf001_0000, 0x0000_0009),
            ("TSR", "DMA_TSR0", 0xf001_1e00, 0x0107_0101),
            ("RDCRC", "DMA_CH0_RDCRCR", 0xf001_2000, 0xffff_ffff),
            ("SDCRC", "DMA_CH0_SDCRCR", 0xf001_2004, 0xffff_ffff),
            ("SADR", "DMA_CH0_SADR", 0xf001_2008, 0xffff_ffff),
            ("DADR", "DMA_CH0_DADR", 0xf001_200c, 0xffff_ffff),
            ("ADICR", "DMA_CH0_ADICR", 0xf001_2010, 0xffff_ffff),
            ("CHCFGR", "DMA_CH0_CHCFGR", 0xf001_2014, 0xd7ff_3fff),
            ("SHADR", "DMA_CH0_SHADR", 0xf001_2018, 0xffff_ffff),
            ("CHCSR", "DMA_CH0_CHCSR", 0xf001_201c, 0x8f80_0000),
        ],
    ),
    (
        "tc27x-scu",
        0xf003_6000,
        &[
            ("ID", "SCU_ID", 0xf003_6008, 0x0000_0000),
            ("OSCCON", "SCU_OSCCON", 0xf003_6010, 0x0f9f_08fc),
            ("PLLSTAT", "SCU_PLLSTAT", 0xf003_6014, 0x0000_0000),
            ("PLLCON0", "SCU_PLLCON0", 0xf003_6018, 0x0f05_fe77),
            ("PLLCON1", "SCU_PLLCON1", 0xf003_601c, 0x007f_7f7f),
            ("PLLCON2", "SCU_PLLCON2", 0xf003_6020, 0x0000_ffff),
            ("PLLERAYSTAT", "SCU_PLLERAYSTAT", 0xf003_6024, 0x0000_0000),
            ("PLLERAYCON0", "SCU_PLLERAYCON0", 0xf003_6028, 0x0f05_3e73),
            ("PLLERAYCON1", "SCU_PLLERAYCON1", 0xf003_602c, 0x007f_0f7f),
            ("CCUCON0", "SCU_CCUCON0", 0xf003_6030, 0x7f3f_ffff),
            ("CCUCON1", "SCU_CCUCON1", 0xf003_6034, 0x7fff_ffff),
            ("FDR", "SCU_FDR", 0xf003_6038, 0x8000_c3ff),
            ("EXTCON", "SCU_EXTCON", 0xf003_603c, 0xff3f_003d),
            ("CCUCON2", "SCU_CCUCON2", 0xf003_6040, 0x4000_000f),
            ("CCUCON3", "SCU_CCUCON3", 0xf003_6044, 0x60ff_ffff),
            ("CCUCON4", "SCU_CCUCON4", 0xf003_6048, 0x60ff_ffff),
            ("CCUCON5", "SCU_CCUCON5", 0xf003_604c, 0x4000_000f),
            ("RSTSTAT", "SCU_RSTSTAT", 0xf003_6050, 0x0000_0000),
            ("RSTCON", "SCU_RSTCON", 0xf003_6058, 0x0000_ffcf),
            ("ARSTDIS", "SCU_ARSTDIS", 0xf003_605c, 0x0000_0007),
            ("SWRSTCON", "SCU_SWRSTCON", 0xf003_6060, 0x0000_0002),
            ("RSTCON2", "SCU_RSTCON2", 0xf003_6064, 0xffff_0002),
            ("EVRRSTCON", "SCU_EVRRSTCON", 0xf003_606c, 0x7f00_00ff),
            ("ESRCFG", "SCU_ESRCFG0", 0xf003_6070, 0x0000_0180),
            ("ESROCFG", "SCU_ESROCFG", 0xf003_6078, 0x0000_0002),
            ("SYSCON", "SCU_SYSCON", 0xf003_607c, 0x0000_011d),
            ("CCUCON6", "SCU_CCUCON6", 0xf003_6080, 0x0000_003f),
            ("CCUCON9", "SCU_CCUCON9", 0xf003_608c, 0x6000_00ff),
            ("PDR", "SCU_PDR", 0xf003_609c, 0x0000_00ff),
            ("IOCR", "SCU_IOCR", 0xf003_60a0, 0x0000_f0f0),
            ("OUT", "SCU_OUT", 0xf003_60a4, 0x0000_0003),
            ("OMR", "SCU_OMR", 0xf003_60a8, 0x0003_0003),
            ("IN", "SCU_IN", 0xf003_60ac, 0x0000_0000),
            ("EVRSTAT", "SCU_EVRSTAT", 0xf003_60b0, 0x0000_0000),
            ("EVRDVSTAT", "SCU_EVRDVSTAT", 0xf003_60b4, 0x0000_0000),
            ("EVRCON", "SCU_EVR13CON", 0xf003_60b8, 0x3000_0000),
            ("STSTAT", "SCU_STSTAT", 0xf003_60c0, 0x0000_0000),
            ("PMSWCR0", "SCU_PMSWCR0", 0xf003_60c8, 0x3fe6_fffe),
            ("PMSWSTAT", "SCU_PMSWSTAT", 0xf003_60cc, 0x0000_0000),
            ("PMSWSTATCLR", "SCU_PMSWSTATCLR", 0xf003_60d0, 0x0000_01fc),
            ("PMCSR", "SCU_PMCSR0", 0xf003_60d4, 0x0000_0007),
            ("DTSSTAT", "SCU_DTSSTAT", 0xf003_60e0, 0x0000_0000),
            ("DTSCON", "SCU_DTSCON", 0xf003_60e4, 0x80ff_fff3),
            ("PMSWCR1", "SCU_PMSWCR1", 0xf003_60e8, 0x7f00_1700),
            ("WDTS_CON0", "SCU_WDTS_CON0", 0xf003_60f0, 0xffff_ffff),
            ("WDTS_CON1", "SCU_WDTS_CON1", 0xf003_60f4, 0x0000_ffed),
            ("WDTS_SR", "SCU_WDTS_SR", 0xf003_60f8, 0x0000_0000),
            ("EMSR", "SCU_EMSR", 0xf003_60fc, 0x0f00_000f),
            ("WDTCPU_CON0", "SCU_WDTCPU0_CON0", 0xf003_6100, 0xffff_ffff),
            ("WDTCPU_CON1", "SCU_WDTCPU0_CON1", 0xf003_6104, 0x0000_ffec),
            ("WDTCPU_SR", "SCU_WDTCPU0_SR", 0xf003_6108, 0x0000_0000),
            ("TRAPSTAT", "SCU_TRAPSTAT", 0xf003_6124, 0x0000_0000),
            ("TRAPSET", "SCU_TRAPSET", 0xf003_6128, 0x0000_000b),
            ("TRAPCLR", "SCU_TRAPCLR", 0xf003_612c, 0x0000_000b),
            ("TRAPDIS", "SCU_TRAPDIS", 0xf003_6130, 0x0000_000b),
            ("LCLCON", "SCU_LCLCON0", 0xf003_6134, 0x8000_0000),
            ("LCLTEST", "SCU_LCLTEST", 0xf003_613c, 0x0000_0003),
            ("CHIPID", "SCU_CHIPID", 0xf003_6140, 0x7ffe_ff00),
            ("MANID", "SCU_MANID", 0xf003_6144, 0x0000_0000),
            ("SAFECON", "SCU_SAFECON", 0xf003_6150, 0x0000_0001),
            ("LBISTCTRL", "SCU_LBISTCTRL0", 0xf003_6164, 0x0000_ffff),
            ("PDISC", "SCU_PDISC", 0xf003_618c, 0x0000_0003),
            ("EVRTRIM", "SCU_EVRTRIM", 0xf003_6198, 0x4000_ffff),
            ("EVRADCSTAT", "SCU_EVRADCSTAT", 0xf003_619c, 0x0000_0000),
            ("EVRMON", "SCU_EVRUVMON", 0xf003_61a0, 0x40ff_ffff),
            ("EVRSDCTRL", "SCU_EVRSDCTRL1", 0xf003_61b0, 0x4fff_ffff),
            ("EVRSDCOEFF", "SCU_EVRSDCOEFF1", 0xf003_61c0, 0x00ff_ffff),
            ("EVROSCCTRL", "SCU_EVROSCCTRL", 0xf003_61d8, 0x1fff_ffff),
            ("OVCENABLE", "SCU_OVCENABLE", 0xf003_61e0, 0x0000_0007),
            ("OVCCON", "SCU_OVCCON", 0xf003_61e4, 0x0307_0007),
            ("EICR", "SCU_EICR0", 0xf003_6210, 0x7f70_7f70),
            ("EIFR", "SCU_EIFR", 0xf003_6220, 0x0000_0000),
            ("FMR", "SCU_FMR", 0xf003_6224, 0x00ff_00ff),
            ("PDRR", "SCU_PDRR", 0xf003_6228, 0x0000_0000),
            ("IGCR", "SCU_IGCR0", 0xf003_622c, 0xe0ff_e0ff),
            ("DTSLIM", "SCU_DTSLIM", 0xf003_6240, 0x43ff_83ff),
            ("ACCEN1", "SCU_ACCEN1", 0xf003_63f8, 0x0000_0000),
            ("ACCEN0", "SCU_ACCEN0", 0xf003_63fc, 0xffff_ffff),
        ],
    ),
    (
        "tc27x-smu",
        0xf003_6800,
        &[
            ("CLC", "SMU_CLC", 0xf003_6800, 0x0000_000d),
            ("ID", "SMU_ID", 0xf003_6808, 0x0000_0000),
            ("CMD", "SMU_CMD", 0xf003_6820, 0x0000_00ff),
            ("STS", "SMU_STS", 0xf003_6824, 0x000f_13ff),
            ("FSP", "SMU_FSP", 0xf003_6828, 0xffc0_00ff),
            ("AGC", "SMU_AGC", 0xf003_682c, 0x3f07_0777),
            ("RTC", "SMU_RTC", 0xf003_6830, 0xffff_ff03),
            ("KEYS", "SMU_KEYS", 0xf003_6834, 0x0000_ffff),
            ("DBG", "SMU_DBG", 0xf003_6838, 0x0000_0000),
            ("PCTL", "SMU_PCTL", 0xf003_683c, 0x0000_0083),
            ("AFCNT", "SMU_AFCNT", 0xf003_6840, 0x0000_0000),
            ("RTAC", "SMU_RTAC0", 0xf003_6860, 0xffff_ffff),
            ("AGCF", "SMU_AGCF0_0", 0xf003_6900, 0xffff_ffff),
            ("AGFSP", "SMU_AGFSP0", 0xf003_6980, 0xffff_ffff),
            ("AG", "SMU_AG0", 0xf003_69c0, 0xffff_ffff),
            ("AD", "SMU_AD0", 0xf003_6a00, 0x0000_0000),
            ("RMCTL", "SMU_RMCTL", 0xf003_6b00, 0x0000_0001),
        ],
    ),
    (
        "tc27x-port",
        0xf003_a000,
        &[
            ("OUT", "P00_OUT", 0xf003_a000, 0x0000_ffff),
            ("OMR", "P00_OMR", 0xf003_a004, 0xffff_ffff),
            ("ID", "P00_ID", 0xf003_a008, 0x0000_0000),
            ("IOCR", "P00_IOCR0", 0xf003_a010, 0xf8f8_f8f8),
            ("IN", "P00_IN", 0xf003_a024, 0x0000_0000),
            ("PDR", "P00_PDR0", 0xf003_a040, 0xffff_ffff),
            ("ESR", "P00_ESR", 0xf003_a050, 0x0000_ffff),
            ("PCSR", "P00_PCSR", 0xf003_a064, 0x0000_0c7f),
            ("OMSR", "P00_OMSR0", 0xf003_a070, 0x0000_000f),
            ("OMCR", "P00_OMCR0", 0xf003_a080, 0x000f_0000),
            ("OMSRW", "P00_OMSR", 0xf003_a090, 0x0000_ffff),
            ("OMCRW", "P00_OMCR", 0xf003_a094, 0xffff_0000),
            ("ACCEN1", "P00_ACCEN1", 0xf003_a0f8, 0x0000_0000),
            ("ACCEN0", "P00_ACCEN0", 0xf003_a0fc, 0xffff_ffff),
        ],
    ),
];

/// Writable bits that the header does not mark, and why they are here.
const MORE: &[(&str, &str, u32, &str)] = &[
    (
        "tc27x-asclin",
        "LIN",
        0xf17f_ffff,
        "kept whole: LIN is not modelled",
    ),
    (
        "tc27x-asclin",
        "FLAGSENABLE",
        0x0000_e000,
        "flags of LIN, which is not modelled",
    ),
    (
        "tc27x-scu",
        "FDR",
        0x7fff_3c00,
        "kept whole: nothing here depends on it",
    ),
    (
        "tc27x-scu",
        "EXTCON",
        0x00c0_ffc2,
        "kept whole: nothing here depends on it",
    ),
    (
        "tc27x-scu",
        "EVRRSTCON",
        0x80ff_ff00,
        "kept whole: nothing here depends on it",
    ),
    (
        "tc27x-scu",
        "EVRCON",
        0xcfff_ffff,
        "kept whole: nothing here depends on it",
    ),
    (
        "tc27x-scu",
        "PMSWCR0",
        0xc019_0001,
        "kept whole: nothing here depends on it",
    ),
    (
        "tc27x-scu",
        "PMSWCR1",
        0x80ff_e8ff,
        "kept whole: nothing here depends on it",
    ),
    (
        "tc27x-scu",
        "EMSR",
        0xf0ff_fff0,
        "kept whole: nothing here depends on it",
    ),
    (
        "tc27x-scu",
        "LCLCON",
        0x7fff_ffff,
        "kept whole: nothing here depends on it",
    ),
    (
        "tc27x-scu",
        "LCLTEST",
        0xffff_fffc,
        "kept whole: nothing here depends on it",
    ),
    (
        "tc27x-scu",
        "LBISTCTRL",
        0xffff_0000,
        "kept whole: nothing here depends on it",
    ),
    (
        "tc27x-scu",
        "EVRTRIM",
        0xbfff_0000,
        "kept whole: nothing here depends on it",
    ),
    (
        "tc27x-scu",
        "EVRMON",
        0xbf00_0000,
        "kept whole: nothing here depends on it",
    ),
    (
        "tc27x-scu",
        "EVRSDCTRL",
        0xb000_0000,
        "kept whole: nothing here depends on it",
    ),
    (
        "tc27x-scu",
        "EVRSDCOEFF",
        0xff00_0000,
        "kept whole: nothing here depends on it",
    ),
    (
        "tc27x-scu",
        "EVROSCCTRL",
        0xe000_0000,
        "kept whole: nothing here depends on it",
    ),
    (
        "tc27x-scu",
        "OVCCON",
        0xfcf8_fff8,
        "kept whole: nothing here depends on it",
    ),
    (
        "tc27x-scu",
        "EICR",
        0x0080_0080,
        "kept whole: nothing here depends on it",
    ),
    (
        "tc27x-scu",
        "FMR",
        0xff00_ff00,
        "kept whole: nothing here depends on it",
    ),
    (
        "tc27x-scu",
        "IGCR",
        0x1f00_1f00,
        "kept whole: nothing here depends on it",
    ),
    (
        "tc27x-port",
        "PCSR",
        0x0000_f380,
        "one mask for four registers, or for all ports",
    ),
    (
        "tc27x-port",
        "OMSR",
        0x0000_fff0,
        "one mask for four registers, or for all ports",
    ),
    (
        "tc27x-port",
        "OMCR",
        0xfff0_0000,
        "one mask for four registers, or for all ports",
    ),
];

#[test]
fn registers_are_those_of_infineons_headers() {
    let board = include_str!("../../../../models/boards/tc275.ron");
    let mut wrong = Vec::new();
    for &(kind, base, rows) in FIELDS {
        let map = map(board, kind);
        for &(ours, name, address, writes) in rows {
            let Some(d) = map.iter().find(|d| base + d.offset == address) else {
                wrong.push(format!("{kind}: nothing at {address:#x}, {name}"));
                continue;
            };
            if d.name != ours {
                wrong.push(format!("{kind}: {} at {address:#x}, {ours} before", d.name));
            }
            let more = MORE.iter().find(|m| (m.0, m.1) == (kind, d.name));
            let stray = (d.rw | d.w1c) & !writes;
            if stray != more.map_or(0, |m| m.2) {
                wrong.push(format!(
                    "{kind}: {name} writes {stray:#010x} besides its fields"
                ));
            }
        }
        let listed: Vec<u32> = rows.iter().map(|r| r.2 - base).collect();
        for d in map.iter().filter(|d| !listed.contains(&d.offset)) {
            if d.name != "PDISC" {
                wrong.push(format!("{kind}: {} is in no header", d.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
