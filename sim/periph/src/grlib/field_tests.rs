//! Registers of the GR740's devices held against a second reading of its manual: the register headers of RTEMS
//! (`bsps/include/grlib/*-regs.h` and `bsps/sparc/leon3/include/bsp/gr740-*-regs.h`), which are generated from
//! descriptions of their own. Their facts stand here: our name, offset, and the bits that are a field.

use crate::testing::map;

type Row = (&'static str, u32, u32);

const FIELDS: &[(&str, &[Row])] = &[
    (
        "gptimer",
        &[
            ("SCALER", 0x00, 0x0000_ffff),
            ("SRELOAD", 0x04, 0x0000_ffff),
            ("CONFIG", 0x08, 0x0000_3fff),
            ("LATCHCFG", 0x0c, 0xffff_ffff),
            ("TCNTVAL", 0x10, 0xffff_ffff),
            ("TRLDVAL", 0x14, 0xffff_ffff),
            ("TCTRL", 0x18, 0x0000_01ff),
            ("TLATCH", 0x1c, 0xffff_ffff),
        ],
    ),
    (
        "irqamp",
        &[
            ("ILEVEL", 0x000, 0x0000_fffe),
            ("IPEND", 0x004, 0xffff_fffe),
            ("IFORCE0", 0x008, 0x0000_fffe),
            ("ICLEAR", 0x00c, 0xffff_fffe),
            ("MPSTAT", 0x010, 0xfc0f_ffff),
            ("BRDCST", 0x014, 0x0000_fffe),
            ("ERRSTAT", 0x018, 0x0000_000f),
            ("WDOGCTRL", 0x01c, 0xf80f_000f),
            ("ASMPCTRL", 0x020, 0xf000_0003),
            ("ICSELR", 0x024, 0xffff_0000),
            ("PIMASK", 0x040, 0xffff_fffe),
            ("PIFORCE", 0x080, 0xfffe_fffe),
            ("PEXTACK", 0x0c0, 0x0000_001f),
            ("ITCNT", 0x100, 0xffff_ffff),
            ("ITSTMPC", 0x104, 0xfe00_003f),
            ("ITSTMPAS", 0x108, 0xffff_ffff),
            ("ITSTMPAC", 0x10c, 0xffff_ffff),
            ("BADDR", 0x200, 0xffff_fff9),
            ("IRQMAP", 0x300, 0xffff_ffff),
        ],
    ),
    (
        "apbuart",
        &[
            ("DATA", 0x00, 0x0000_00ff),
            ("STATUS", 0x04, 0xfff0_07ff),
            ("CTRL", 0x08, 0x8000_7fff),
            ("SCALER", 0x0c, 0x000f_ffff),
            ("FIFO", 0x10, 0x0000_00ff),
        ],
    ),
    (
        "grgpio",
        &[
            ("DATA", 0x00, 0xffff_ffff),
            ("OUTPUT", 0x04, 0xffff_ffff),
            ("DIRECTION", 0x08, 0xffff_ffff),
            ("IMASK", 0x0c, 0xffff_ffff),
            ("IPOL", 0x10, 0xffff_ffff),
            ("IEDGE", 0x14, 0xffff_ffff),
            ("BYPASS", 0x18, 0xffff_ffff),
            ("CAP", 0x1c, 0x0007_1f1f),
            ("IRQMAP", 0x20, 0x1f1f_1f1f),
            ("IAVAIL", 0x40, 0xffff_ffff),
            ("IFLAG", 0x44, 0xffff_ffff),
            ("IPEN", 0x48, 0xffff_ffff),
            ("PULSE", 0x4c, 0xffff_ffff),
            ("LOR_OUTPUT", 0x54, 0xffff_ffff),
            ("LOR_DIRECTION", 0x58, 0xffff_ffff),
            ("LOR_IMASK", 0x5c, 0xffff_ffff),
            ("LAND_OUTPUT", 0x64, 0xffff_ffff),
            ("LAND_DIRECTION", 0x68, 0xffff_ffff),
            ("LAND_IMASK", 0x6c, 0xffff_ffff),
            ("LXOR_OUTPUT", 0x74, 0xffff_ffff),
            ("LXOR_DIRECTION", 0x78, 0xffff_ffff),
            ("LXOR_IMASK", 0x7c, 0xffff_ffff),
        ],
    ),
    (
        "ahbstat",
        &[("AHBS", 0x0, 0x0000_3fff), ("AHBFAR", 0x4, 0xffff_ffff)],
    ),
    (
        "clkgate",
        &[
            ("UNLOCK", 0x0, 0xffff_ffff),
            ("CLKEN", 0x4, 0xffff_ffff),
            ("RESET", 0x8, 0xffff_ffff),
            ("OVERRIDE", 0xc, 0x000f_000f),
        ],
    ),
    (
        "memscrub",
        &[
            ("AHBS", 0x00, 0xffff_efff),
            ("AHBFAR", 0x04, 0xffff_ffff),
            ("AHBERC", 0x08, 0xffff_c003),
            ("STAT", 0x10, 0xffff_e01f),
            ("CONFIG", 0x14, 0x0000_ffbf),
            ("RANGEL", 0x18, 0xffff_ffff),
            ("RANGEH", 0x1c, 0xffff_ffff),
            ("POS", 0x20, 0xffff_ffff),
            ("ETHRES", 0x24, 0xffff_c003),
            ("INIT", 0x28, 0xffff_ffff),
            ("RANGEL2", 0x2c, 0xffff_ffff),
            ("RANGEH2", 0x30, 0xffff_ffff),
        ],
    ),
    (
        "griommu",
        &[
            ("CAP0", 0x00, 0xf0ff_f1ff),
            ("CAP1", 0x04, 0xffff_ffff),
            ("CAP2", 0x08, 0xff0f_ffff),
            ("CTRL", 0x10, 0x001f_ffff),
            ("FLUSH", 0x14, 0x0000_00f3),
            ("STATUS", 0x18, 0x0000_003f),
            ("IMASK", 0x1c, 0x0000_002f),
            ("AHBFAS", 0x20, 0xffff_ffff),
            ("MSTCFG", 0x40, 0xffff_f01f),
            ("GRPCTRL", 0x80, 0xffff_fff3),
            ("DIAGCTRL", 0xc0, 0xc037_ffff),
            ("DIAGD", 0xc4, 0xffff_ffff),
            ("DIAGT", 0xe4, 0xffff_ffff),
            ("DERRI", 0xe8, 0xffff_ffff),
            ("TERRI", 0xec, 0xffff_ffff),
            ("ASMPCTRL", 0x100, 0x0007_ffff),
        ],
    ),
    (
        "greth",
        &[
            ("CTRL", 0x00, 0xfe00_7fff),
            ("STAT", 0x04, 0x0000_01ff),
            ("MACMSB", 0x08, 0x0000_ffff),
            ("MACLSB", 0x0c, 0xffff_ffff),
            ("MDIO", 0x10, 0xffff_ffcf),
            ("TDTABLE", 0x14, 0xffff_fff8),
            ("RDTABLE", 0x18, 0xffff_fff8),
        ],
    ),
    ("gpreg", &[("BOOTSTRAP", 0x0, 0x03ff_ffff)]),
    (
        "gprbank",
        &[
            ("FTMFUNC", 0x00, 0x003f_ffff),
            ("ALTFUNC", 0x04, 0x003f_ffff),
            ("LVDSMCLK", 0x08, 0x0003_00ff),
            ("PLLNEWCFG", 0x0c, 0x1fff_ffff),
            ("PLLRECFG", 0x10, 0x0000_0007),
            ("PLLCURCFG", 0x14, 0x1fff_ffff),
            ("DRVSTR1", 0x18, 0x000f_ffff),
            ("DRVSTR2", 0x1c, 0x000f_ffff),
            ("LOCKDOWN", 0x20, 0x00ff_00ff),
        ],
    ),
    (
        "gr740thsens",
        &[
            ("Ctrl", 0x0, 0x03ff_01ff),
            ("Status", 0x4, 0x7f7f_877f),
            ("Thres", 0x8, 0x0000_007f),
        ],
    ),
    (
        "l2cache",
        &[
            ("CC", 0x00, 0xf007_ff3f),
            ("CS", 0x04, 0x01ff_ffff),
            ("CFMA", 0x08, 0xffff_ffef),
            ("CFSI", 0x0c, 0xffff_ffbf),
            ("CERR", 0x20, 0xffff_ffff),
            ("CERRA", 0x24, 0xffff_ffff),
            ("CTCB", 0x28, 0x0000_007f),
            ("CCB", 0x2c, 0x0fff_ffff),
            ("CSCRUB", 0x30, 0xffff_000f),
            ("CSDEL", 0x34, 0x0000_ffff),
            ("CEINJ", 0x38, 0xffff_fffd),
            ("CACCC", 0x3c, 0x0000_67f6),
            ("CEINJCFG", 0x4c, 0x0000_0700),
            ("CMTRR", 0x80, 0xffff_ffff),
        ],
    ),
    (
        "sdctrl",
        &[
            ("SDCFG1", 0x00, 0xfffd_ffff),
            ("SDCFG2", 0x04, 0x4000_e000),
            ("MUXCFG", 0x20, 0xffff_f0ff),
            ("FTDA", 0x24, 0xffff_fffc),
            ("FTDC", 0x28, 0xffff_ffff),
            ("FTDD", 0x2c, 0xffff_ffff),
            ("FTBND", 0x30, 0xffff_fff8),
        ],
    ),
    (
        "ftmctrl",
        &[
            ("MCFG1", 0x00, 0x7eff_cbff),
            ("MCFG3", 0x08, 0x0800_0dff),
            ("MCFG5", 0x10, 0x3f80_3f80),
            ("MCFG7", 0x18, 0xffff_ffff),
        ],
    ),
];

/// Writable bits that are no field there, and why they are here.
const MORE: &[(&str, &str, u32, &str)] = &[
    (
        "irqamp",
        "ICLEAR",
        1,
        "bit 0 takes any write: it clears nothing",
    ),
    ("irqamp", "ERRSTAT", 0xfff0, "up to 16 processors"),
    (
        "irqamp",
        "WDOGCTRL",
        0xfff0,
        "up to 16 watchdogs: a board's number trims it",
    ),
    ("irqamp", "ICSELR", 0xffff, "up to 16 processors"),
];

#[test]
fn registers_are_those_of_the_drivers_headers() {
    let board = include_str!("../../../../models/boards/gr740.ron");
    let mut wrong = Vec::new();
    for &(kind, rows) in FIELDS {
        let map = map(board, kind);
        for &(name, offset, fields) in rows {
            let Some(d) = map.iter().find(|d| d.offset == offset) else {
                wrong.push(format!("{kind}: nothing at {offset:#x}, {name}"));
                continue;
            };
            if !d.name.eq_ignore_ascii_case(name) {
                wrong.push(format!("{kind}: {} at {offset:#x}, {name} there", d.name));
            }
            let more = MORE.iter().find(|m| (m.0, m.1) == (kind, d.name));
            let stray = (d.rw | d.w1c) & !fields;
            if stray != more.map_or(0, |m| m.2) {
                wrong.push(format!(
                    "{kind}: {name} writes {stray:#x} besides its fields"
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
