//! Page tables that all cases share (SRMMU, SPARC V8 manual, appendix H), and the addresses under
//! which programs find the memory through them.
//!
//! The memory itself lies where it lies, with all rights. Further regions map it again: some with
//! tables of every level, some with each set of rights. The table of pages is the first half of the
//! data memory, part of the state, so that its entries are random and what the MMU writes into them
//! is compared. The other tables have their R and M bits set: nothing writes to them.

use crate::asm::{alternate, set};
use crate::layout::{DATA, Piece, RAM};
use trueboard_cpu_sparcv8::isa::Op;

/// ASI of the MMU's registers (GR740 UM 1.7 p. 84).
pub const MMU: u32 = 0x19;
/// ASI of flush and probe.
pub const FLUSH_PROBE: u32 = 0x18;
/// Type of flush and probe: everything, whatever entry there is.
pub const ENTIRE: u32 = 0x400;

/// Where the context table is.
pub const CONTEXTS: u32 = RAM + 0x5000;
const LEVEL_1: u32 = RAM + 0x5400;
const LEVEL_2: u32 = RAM + 0x5800;
const LEVEL_2_CODE: u32 = RAM + 0x5900;
/// The table of pages.
const LEVEL_3: u32 = DATA;
/// Its entries.
pub const PAGES: usize = 64;

/// A region with a table of segments.
pub const SEGMENTED: u32 = 0x5000_0000;
/// The memory in segments of 256 KiB, with rights by the segment's number.
pub const CODE_SEGMENTS: u32 = 0x5100_0000;
/// The first of eight regions of 16 MiB: the memory with rights 0 to 7.
pub const REGIONS: u32 = 0x5800_0000;
/// A region whose entry is reserved.
pub const RESERVED: u32 = 0x6000_0000;
/// A region without an entry.
pub const INVALID: u32 = 0x6100_0000;

/// C, M and R of a page table entry.
const CMR: u32 = 0xe0;

fn pointer(table: u32) -> u32 {
    table >> 4 | 1
}

/// A page table entry.
pub fn entry(page: u32, rights: u32) -> u32 {
    page >> 12 << 8 | rights << 2 | 2
}

/// Segments of [`SEGMENTED`] by their number: pages, the memory's first segment with some rights,
/// pages again, nothing or a reserved entry.
fn segments() -> Vec<u32> {
    (0..64)
        .map(|i| match i % 4 {
            0 | 2 => pointer(LEVEL_3),
            1 => entry(RAM, i / 4 % 8) | CMR,
            _ => [0, 3][i as usize / 4 % 2],
        })
        .collect()
}

/// The tables.
pub fn pieces() -> Vec<Piece> {
    let region = |i: u32| match i << 24 {
        RAM => entry(RAM, 3) | CMR,
        SEGMENTED => pointer(LEVEL_2),
        CODE_SEGMENTS => pointer(LEVEL_2_CODE),
        at @ REGIONS..RESERVED => entry(RAM, (at - REGIONS) >> 24) | CMR,
        RESERVED => 3,
        _ => 0,
    };
    let code = |i: u32| entry(RAM + (i << 18), i % 8) | CMR;
    let piece = |at, words| Piece { at, words };
    vec![
        // Two contexts with the same tables.
        piece(CONTEXTS, vec![pointer(LEVEL_1); 2]),
        piece(LEVEL_1, (0..256).map(region).collect()),
        piece(LEVEL_2, segments()),
        piece(LEVEL_2_CODE, (0..64).map(code).collect()),
    ]
}

/// Instructions that set up the MMU with a context, 0 or 1, empty its TLBs and its fault status,
/// and switch it on.
pub fn switch_on(context: u32) -> Vec<u32> {
    let store = |asi, to, value| {
        let mut words = [set(to, 2), set(value, 1)].concat();
        words.push(alternate(Op::Sta, asi, 2, 1));
        words
    };
    let mut words = store(MMU, 0x100, CONTEXTS >> 4);
    words.extend(store(MMU, 0x200, context));
    words.extend(store(FLUSH_PROBE, ENTIRE, 0));
    words.extend(set(0x300, 2));
    words.push(alternate(Op::Lda, MMU, 2, 0));
    words.extend(store(MMU, 0, 1));
    words
}
