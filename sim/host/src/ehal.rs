//! What the functions of e-hal do to the chip, as steps. Sequences: epiphany-libs, `e-loader.c`
//! and `epiphany-hal.c`.

use crate::chip::*;
use crate::compile::Configuration;
use crate::poll::{Poll, Until};
use crate::program::Step;

/// CONFIG while DMA is to stand still (DBGPAUSE).
const FROZEN: u32 = 0x0100_0000;
/// CONFIG after a reset (LPMODE).
const CONFIG_RESET: u32 = 0x0040_0000;
/// MESHCFG after a reset (LPMODE).
const MESHCFG_RESET: u32 = 2;
/// Where a core waits after a soft reset, behind the vector table.
const PARKED: u32 = 0x2c;
/// Nap between two looks of the loader, and how often it looks.
const NAP_NS: u64 = 10_000;
const HALT_LOOKS: u64 = 1_000;
const PARK_LOOKS: u64 = 10_000;
/// The loader's data for a core about its group and external memory.
const GROUP_TYPE: u32 = 3;
const EMEM_TYPE: u32 = 5;
const EMEM_BASE: u32 = 0x8e00_0000;
const PAD: u32 = 0xdead_beef;

/// A program of our own that ends whatever interrupts are in service and sleeps: ten vectors
/// `b.l 0x2c`; at 0x2c `movfs r0, ipend; sub r0, r0, 0; beq 1f; rti; 1: gie; idle; b 0x2c`.
const PARKING: [u16; 31] = [
    0x16e8, 0, 0x14e8, 0, 0x12e8, 0, 0x10e8, 0, 0x0ee8, 0, 0x0ce8, 0, 0x0ae8, 0, 0x08e8, 0, 0x06e8,
    0, 0x04e8, 0, 0, 0, 0x151f, 0x0402, 0x0033, 0x0200, 0x01d2, 0x0192, 0x01b2, 0xf9e0, 0,
];

/// Rows, columns and first core of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Group {
    pub row: u8,
    pub col: u8,
    pub rows: u8,
    pub cols: u8,
}

impl Group {
    /// Its cores, by rows.
    pub fn cores(self, chip: &Chip) -> Vec<CoreAt> {
        let rows = self.row..self.row.saturating_add(self.rows);
        let cols = self.col..self.col.saturating_add(self.cols);
        rows.flat_map(|r| cols.clone().filter_map(move |c| chip.core(r, c)))
            .collect()
    }
}

pub(crate) fn register(core: CoreAt, at: u32, value: u32) -> Step {
    Step::Write {
        at: core.global(at),
        bytes: value.to_le_bytes().to_vec(),
    }
}

fn poll(core: CoreAt, at: u32, mask: u32, looks: u64, what: &str) -> Step {
    Step::Poll(Poll {
        at: core.global(at),
        mask,
        until: Until::Is(0),
        every_ns: NAP_NS,
        timeout_ns: looks * NAP_NS,
        what: format!("{}: {what}", core.name()),
    })
}

/// `e_reset_system`: the cores are reset, and the driver sets CONFIG and MESHCFG again.
pub(crate) fn reset_system(chip: &Chip) -> Vec<Step> {
    let cores: Vec<CoreAt> = (0..chip.cores()).filter_map(|n| chip.numbered(n)).collect();
    let each = |at, value| cores.iter().map(move |&c| register(c, at, value));
    each(RESETCORE, 1)
        .chain(each(RESETCORE, 0))
        .chain(each(CONFIG, CONFIG_RESET))
        .chain(each(MESHCFG, MESHCFG_RESET))
        .collect()
}

/// `e_reset_group`.
pub(crate) fn reset_group(cores: &[CoreAt]) -> Vec<Step> {
    let mut steps: Vec<Step> = cores.iter().map(|&c| register(c, DEBUGCMD, 1)).collect();
    for &c in cores {
        let what = "reset while it waits for something outside";
        steps.push(poll(c, DEBUGSTATUS, EXT_PEND, HALT_LOOKS, what));
        steps.push(register(c, CONFIG, FROZEN));
        steps.push(register(c, RESETCORE, 1));
        steps.push(register(c, RESETCORE, 0));
    }
    steps
}

/// What comes before an image is copied: a soft reset, registers, memory.
pub(crate) fn prepare(core: CoreAt) -> Vec<Step> {
    let write = |at, value| register(core, at, value);
    let mut steps = vec![
        Step::Read(crate::program::Read {
            at: core.global(DEBUGSTATUS),
            bytes: 4,
            expect: None,
            print: false,
            text: false,
            save: None,
            what: String::new(),
        }),
        write(DEBUGCMD, 1),
        poll(
            core,
            DEBUGSTATUS,
            EXT_PEND,
            HALT_LOOKS,
            "cannot be reset, it waits for something outside",
        ),
        write(CONFIG, FROZEN),
    ];
    // CONFIG, STRIDE, COUNT, SRCADDR, DSTADDR, and STATUS.
    for channel in [DMA0CONFIG, DMA1CONFIG] {
        let offsets = [0, 4, 8, 12, 16, 28];
        steps.extend(offsets.map(|o| write(channel + o, 0)));
    }
    steps.extend([
        write(CONFIG, 0),
        write(ILATCL, u32::MAX),
        write(IMASK, 0),
        write(IRET, PARKED),
        write(PC, PARKED),
        Step::Write {
            at: core.global(0),
            bytes: PARKING.iter().flat_map(|h| h.to_le_bytes()).collect(),
        },
        write(FSTATUS, ACTIVE),
        write(DEBUGCMD, 0),
    ]);
    for (at, mask) in [(IPEND, u32::MAX), (ILAT, u32::MAX), (STATUS, ACTIVE)] {
        steps.push(poll(core, at, mask, PARK_LOOKS, "does not come to rest"));
    }
    // Registers as after a reset.
    steps.extend([
        Step::Write {
            at: core.global(R0),
            bytes: vec![0; 256],
        },
        write(CONFIG, CONFIG_RESET),
        write(FSTATUS, 0),
    ]);
    // PC, LC, LS, LE, IRET.
    steps.extend([PC, 0xf0414, 0xf0418, 0xf041c, IRET].map(|at| write(at, 0)));
    steps.extend([
        write(IMASK, !1),
        write(ILATCL, u32::MAX),
        // CTIMER0, CTIMER1.
        write(0xf0438, 0),
        write(0xf043c, 0),
        write(MEMSTATUS, 0),
        write(MEMPROTECT, 0),
        write(MESHCFG, MESHCFG_RESET),
        Step::Write {
            at: core.global(0),
            bytes: vec![0; SRAM as usize],
        },
    ]);
    steps
}

/// What the loader writes for `core` of `group` after the image.
pub(crate) fn configure(
    core: CoreAt,
    group: Group,
    chip: &Chip,
    at: Configuration,
) -> impl Iterator<Item = Step> {
    let origin = chip.core(group.row, group.col).map_or(0, |c| c.id);
    let told_group = [
        GROUP_TYPE,
        chip.kind(),
        origin,
        origin >> 6,
        origin & 0x3f,
        group.rows.into(),
        group.cols.into(),
        (core.row - group.row).into(),
        (core.col - group.col).into(),
        PAD,
    ];
    let external = [EMEM_TYPE, EMEM_BASE];
    // .bss is clear already.
    let loader = [1, PAD, 0, PAD];
    let bytes = |words: &[u32]| words.iter().flat_map(|w| w.to_le_bytes()).collect();
    let parts = [
        (at.group, bytes(&told_group)),
        (at.external, bytes(&external)),
        (at.loader, bytes(&loader)),
    ];
    parts.into_iter().filter_map(move |(at, bytes)| {
        Some(Step::Write {
            at: core.global(at?),
            bytes,
        })
    })
}
