//! The codes of the GR740, and its registers of errors.
//!
//! - SDRAM (UM 1.7, 10.5): 64-bit words. The code corrects one nibble in each of four interleaved groups (CODE 0, mode
//!   A) or two (mode B); an uncorrectable word is an AHB error. A corrected word is not written back (10.5.1), and
//!   costs no time (10.5.3). The memory scrubber counts both kinds in its AHBS. Beyond a threshold it records the first
//!   and interrupts (ch. 11).
//! - L2 cache (UM 1.7, 9.2.7): a (39, 32, 7) BCH code corrects one bit of a 32-bit word and detects two, whose read is
//!   an AHB error. L2CERR, L2CERRA and an interrupt report both.
//!
//! The byte parity of the L1 caches (6.3.14) belongs to lines and is no code.
//!
//! Estimated: the order in which nibbles belong to the groups (the manual's table 89 has the pattern); the types of
//! L2CERR, and the order of its interrupt bits, which is that of the text; HMASTER 0 and HSIZE 4 for the L2 cache as
//! master of the memory bus. Each read of its line reports an error. Not modelled: scrubbing by the L2 cache
//! (L2CSCRUB), read-modify-write of an uncorrectable word (10.5.3: the write is aborted).

use super::status::{First, Status};
use super::{Bits, Code, Error, Word, flips};
use crate::machine::fabric::Fabric;
use trueboard_core::meter::Meters;
use trueboard_core::time::Tick;

/// Offset of MUXCFG in the SDRAM controller.
const MUXCFG: u32 = 0x20;
/// EDEN of MUXCFG, by number.
const EDEN: u32 = 0;
/// CODE of MUXCFG: mode B.
const CODE: u32 = 1 << 1;
/// Offset of L2CC, and EDAC in it, by number.
const L2CC: u32 = 0;
const EDAC: u32 = 30;
/// AHBS, AHBFAR and AHBERC of the memory scrubber.
const AHBS: u32 = 0;
const AHBFAR: u32 = 4;
const AHBERC: u32 = 8;
/// NE and CE of AHBS.
const NE: u32 = 1 << 8;
const CE: u32 = 1 << 9;
/// L2CERR and L2CERRA.
const L2CERR: u32 = 0x20;
const L2CERRA: u32 = 0x24;
/// DATA, COR, MULTI and VALID of L2CERR.
const DATA: u32 = 1 << 23;
const COR: u32 = 1 << 22;
const MULTI: u32 = 1 << 21;
const VALID: u32 = 1 << 20;

/// The SDRAM behind the controller `sdctrl`.
pub(super) struct Sdram;

/// The data of the L2 cache.
pub(super) struct L2;

/// The memory at `pa` is behind a stage of `kind` with `bit` set in its register at `offset`.
fn behind(fabric: &Fabric, pa: u64, kind: &str, (offset, bit): (u32, u32)) -> bool {
    let mut memories = fabric.memories.iter();
    let memory = memories.find(|m| pa >= m.base && pa < m.end);
    let route = memory.into_iter().flat_map(|m| &m.route);
    let mut stages = route.filter_map(|&s| fabric.stages.get(usize::from(s)));
    stages
        .find(|s| s.device_ref().kind() == kind)
        .and_then(|s| s.device_ref().peek(offset, Tick(0)))
        .is_some_and(|value| value >> bit & 1 != 0)
}

/// What a code that corrects a nibble in each of `groups` makes of flipped bits of a 64-bit word.
fn nibbles(bits: u64, groups: u32) -> Word {
    let hit = |n: &u32| bits >> (4 * n) & 15 != 0;
    let in_group = |g: u32| (0..16).filter(|n| n % groups == g).filter(hit).count();
    match (0..groups).map(in_group).max() {
        Some(0 | 1) => Word::Corrected,
        _ => Word::Fatal,
    }
}

/// Counts an error; answers the first, and how many of its kind there are now.
fn count(s: &mut Status, e: &Error) -> (First, u32) {
    let n = if e.fatal {
        &mut s.fatal
    } else {
        &mut s.corrected
    };
    *n = n.saturating_add(1);
    let first = First {
        address: e.address,
        master: e.master,
        fatal: e.fatal,
        several: s.first.is_some(),
    };
    (first, *n)
}

/// The scrubber takes an error down, by AHBERC; true when it interrupts.
fn scrubber_counts(s: &mut Status, e: &Error, ahberc: u32) -> bool {
    let (first, n) = count(s, e);
    // Thresholds: corrected 31:22, uncorrectable 21:14; enabled by bits 1 and 0, and both after reset.
    let (most, on) = match e.fatal {
        false => (ahberc >> 22 & 0x3ff, ahberc & 2 != 0 || ahberc == 0),
        true => (ahberc >> 14 & 0xff, ahberc & 1 != 0 || ahberc == 0),
    };
    let takes = on && n > most && s.first.is_none();
    if takes {
        s.first = Some(first);
    }
    takes
}

/// The L2 cache takes an error down, by L2CERR; true when it interrupts.
fn l2_counts(s: &mut Status, e: &Error, l2cerr: u32) -> bool {
    let (first, _) = count(s, e);
    // One that cannot be corrected takes the place of any other.
    match &mut s.first {
        Some(old) if !e.fatal || old.fatal => old.several = true,
        place => *place = Some(first),
    }
    let bit = if e.fatal { 2 } else { 1 };
    s.pending |= bit;
    l2cerr >> 8 & bit != 0
}

/// Raises interrupt line 0 of the device of a kind.
fn interrupt(fabric: &mut Fabric, kind: &str, e: &Error, meters: &Meters) {
    if let Some(id) = fabric.of_kind(kind) {
        fabric.call(id, e.at, None, meters, |_, cx| cx.pulse(0));
    }
}

impl Code for Sdram {
    fn name(&self) -> &'static str {
        "sdctrl"
    }

    fn by_line(&self) -> bool {
        true
    }

    fn scrubbed_by(&self) -> Option<&'static str> {
        Some("memscrub")
    }

    fn word(&self, fabric: &Fabric, pa: u64) -> Option<u64> {
        behind(fabric, pa, "sdctrl", (MUXCFG, EDEN)).then_some(8)
    }

    fn makes(&self, fabric: &Fabric, bits: &Bits) -> Word {
        let mode_b = fabric.register_of("sdctrl", MUXCFG) & CODE != 0;
        nibbles(bits[0], if mode_b { 2 } else { 4 })
    }

    fn report(&self, fabric: &mut Fabric, error: &Error, meters: &Meters) {
        let ahberc = fabric.register_of("memscrub", AHBERC);
        let status = fabric.status_of(error.by);
        if status.is_some_and(|s| scrubber_counts(s, error, ahberc)) {
            interrupt(fabric, "memscrub", error, meters);
        }
    }

    fn overlay(&self, s: &Status, kind: &str, off: u32, value: u32) -> u32 {
        match (kind, off) {
            ("memscrub", AHBS) => {
                let counts = s.corrected.min(0x3ff) << 22 | s.fatal.min(0xff) << 14;
                let first = s.first.as_ref().map_or(0, |f| {
                    // HSIZE 4: 128 bits.
                    NE | 4 | if f.fatal { 0 } else { CE }
                });
                value | counts | first
            }
            ("memscrub", AHBFAR) => s.first.as_ref().map_or(value, |f| f.address as u32 & !15),
            _ => value,
        }
    }

    /// AHBS without NE forgets.
    fn forget(&self, status: &mut Status, kind: &str, off: u32, value: u32) {
        if (kind, off) == ("memscrub", AHBS) && value & NE == 0 {
            *status = Status::default();
        }
    }
}

impl Code for L2 {
    fn name(&self) -> &'static str {
        "l2cache"
    }

    fn in_cache(&self) -> bool {
        true
    }

    fn by_line(&self) -> bool {
        true
    }

    fn word(&self, fabric: &Fabric, pa: u64) -> Option<u64> {
        behind(fabric, pa, "l2cache", (L2CC, EDAC)).then_some(4)
    }

    fn makes(&self, _: &Fabric, bits: &Bits) -> Word {
        Word::of(flips(bits), 1)
    }

    fn report(&self, fabric: &mut Fabric, error: &Error, meters: &Meters) {
        let l2cerr = fabric.register_of("l2cache", L2CERR);
        let status = fabric.status_of(error.by);
        if status.is_some_and(|s| l2_counts(s, error, l2cerr)) {
            interrupt(fabric, "l2cache", error, meters);
        }
    }

    fn overlay(&self, s: &Status, kind: &str, off: u32, value: u32) -> u32 {
        match (kind, off) {
            ("l2cache", L2CERR) => {
                let first = s.first.as_ref().map_or(0, |f| {
                    let master = u32::from(f.master & 15) << 28;
                    let how = if f.fatal { 0 } else { COR };
                    master | DATA | VALID | how | if f.several { MULTI } else { 0 }
                });
                value | first | s.corrected.min(7) << 16 | s.pending << 12
            }
            ("l2cache", L2CERRA) => s.first.as_ref().map_or(value, |f| f.address as u32),
            _ => value,
        }
    }

    /// L2CERR with RST forgets.
    fn forget(&self, status: &mut Status, kind: &str, off: u32, value: u32) {
        if (kind, off) == ("l2cache", L2CERR) && value & 1 != 0 {
            *status = Status::default();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(address: u64, master: u8, fatal: bool) -> Error {
        Error {
            by: 0,
            address,
            flips: 1,
            fatal,
            master,
            at: Tick(0),
        }
    }

    #[test]
    fn nibbles_are_corrected_one_in_each_group() {
        // Mode A: any byte, and any two bytes beside each other; not nibbles 16 bits apart.
        assert_eq!(nibbles(0xff, 4), Word::Corrected);
        assert_eq!(nibbles(0xffff << 24, 4), Word::Corrected);
        assert_eq!(nibbles(1 | 1 << 16, 4), Word::Fatal);
        // Mode B: any byte; not nibbles 8 bits apart.
        assert_eq!(nibbles(0xff, 2), Word::Corrected);
        assert_eq!(nibbles(1 | 1 << 8, 2), Word::Fatal);
        assert_eq!(nibbles(1 | 1 << 4, 2), Word::Corrected);
    }

    #[test]
    fn the_scrubber_takes_down_the_first_error_and_counts_all() {
        let mut s = Status::default();
        assert!(scrubber_counts(&mut s, &error(0x1008, 2, false), 0));
        let second = scrubber_counts(&mut s, &error(0x2000, 2, false), 0);
        assert!(!second, "it is frozen");
        assert!(!scrubber_counts(&mut s, &error(0x2000, 2, true), 0));
        let shown = |s: &Status, off| Sdram.overlay(s, "memscrub", off, 0);
        let ahbs = shown(&s, AHBS);
        assert_eq!(ahbs, 2 << 22 | 1 << 14 | CE | NE | 4);
        assert_eq!(shown(&s, AHBFAR), 0x1000);
        Sdram.forget(&mut s, "memscrub", AHBS, NE);
        assert_eq!(shown(&s, AHBS), ahbs);
        Sdram.forget(&mut s, "memscrub", AHBS, 0);
        assert_eq!(shown(&s, AHBS), 0);
        // A threshold of one: the second error.
        let threshold = 1 << 22 | 2;
        assert!(!scrubber_counts(&mut s, &error(0, 0, false), threshold));
        assert!(scrubber_counts(&mut s, &error(0, 0, false), threshold));
        Sdram.forget(&mut s, "memscrub", AHBS, 0);
        let third = scrubber_counts(&mut s, &error(0, 0, true), threshold);
        assert!(!third, "it is not enabled");
    }

    #[test]
    fn the_l2_cache_prefers_what_it_cannot_correct() {
        let mut s = Status::default();
        let masked = l2_counts(&mut s, &error(0x40, 1, false), 0);
        assert!(!masked, "it is masked");
        let shown = |s: &Status, off| L2.overlay(s, "l2cache", off, 0);
        assert_eq!(
            shown(&s, L2CERR),
            1 << 28 | DATA | VALID | COR | 1 << 16 | 1 << 12
        );
        assert!(l2_counts(&mut s, &error(0x80, 3, true), 2 << 8));
        assert_eq!(
            shown(&s, L2CERR),
            3 << 28 | DATA | VALID | MULTI | 1 << 16 | 3 << 12
        );
        assert_eq!(shown(&s, L2CERRA), 0x80);
        assert!(!l2_counts(&mut s, &error(0xc0, 3, false), 2 << 8));
        assert_eq!(shown(&s, L2CERRA), 0x80);
        L2.forget(&mut s, "l2cache", L2CERR, 1);
        assert_eq!(shown(&s, L2CERR), 0);
    }
}
