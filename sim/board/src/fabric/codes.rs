//! Codes that protect memories of the GR740, and what its registers show of errors.
//!
//! - SDRAM (UM 1.7, 10.5): 64-bit words. The code corrects one nibble in each of four interleaved groups (CODE 0, mode
//!   A) or two (mode B); what it cannot correct is an AHB error. What is corrected is not written back (10.5.1), and
//!   costs no time (10.5.3). The memory scrubber counts both kinds in its AHBS, and beyond a threshold takes down the
//!   first and interrupts (ch. 11).
//! - L2 cache (UM 1.7, 9.2.7): a (39, 32, 7) BCH code corrects one bit of a 32-bit word and detects two, whose read is
//!   answered with an AHB error; L2CERR, L2CERRA and an interrupt tell of both.
//! - L1 caches (UM 1.7, 6.3.14): byte parity; where it is wrong, the cache is flushed and the data fetched again.
//!
//! Estimated: nibbles of a word are dealt to the groups in turn (the manual's table 89 has the pattern); the types of
//! L2CERR, and the order of its interrupt bits, which is that of the text; HMASTER 0 and HSIZE 4 for the L2 cache as
//! master of the memory bus. Each read of its line reports an error. Not modelled: check bits, scrubbing,
//! read-modify-write of an uncorrectable word (10.5.3: the write is aborted), errors in tags.

use super::Fabric;
use serde::{Deserialize, Serialize};
use trueboard_core::bus::{Op, Served, Timing, Txn};
use trueboard_core::device::DevId;
use trueboard_core::meter::Meters;
use trueboard_core::time::Tick;

/// A memory that a code protects, by the kind of its stage.
struct Protection {
    /// The kind of the stage.
    kind: &'static str,
    /// Offset and bit that switch correction on.
    on: (u32, u32),
    /// The kind of the device that counts errors.
    counts: &'static str,
    /// Bytes of a word.
    word: u64,
    /// The data is in the stage itself, a cache, and is gone with its line.
    cache: bool,
}

const PROTECTED: [Protection; 2] = [
    // EDEN of MUXCFG.
    Protection {
        kind: "sdctrl",
        on: (MUXCFG, 0),
        counts: "memscrub",
        word: 8,
        cache: false,
    },
    // EDAC of L2CC.
    Protection {
        kind: "l2cache",
        on: (0, 30),
        counts: "l2cache",
        word: 4,
        cache: true,
    },
];

/// Offset of MUXCFG in the SDRAM controller.
const MUXCFG: u32 = 0x20;
/// CODE of MUXCFG: mode B.
const CODE: u32 = 1 << 1;
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

/// What a code makes of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Word {
    /// It corrects what is read.
    Corrected,
    /// It finds an error that it cannot correct.
    Fatal,
    /// There are more errors than it can tell.
    Wrong,
}

/// A word with flipped bits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Flipped {
    address: u64,
    /// Of [`PROTECTED`].
    by: u8,
    /// The flipped bits: bit `8 i + b` is bit `b` of byte `i`.
    bits: u64,
    is: Word,
    /// The line was fetched from memory since, in vain: whoever has it has it wrong.
    fetched: bool,
}

/// The first error that a status register has taken down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct First {
    address: u64,
    master: u8,
    fatal: bool,
    /// Others came behind it.
    several: bool,
}

/// What a status register knows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Status {
    corrected: u32,
    fatal: u32,
    first: Option<First>,
    /// Interrupts that wait: 1 corrected, 2 not correctable.
    pending: u32,
}

/// A line of a core's first-level cache whose parity is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Line {
    core: u8,
    fetched: bool,
    address: u64,
}

/// See the module.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Codes {
    words: Vec<Flipped>,
    lines: Vec<Line>,
    /// By protection.
    status: [Status; 2],
}

/// What a BCH code of distance four makes of flipped bits of a 32-bit word.
fn bch(bits: u64) -> Word {
    match bits.count_ones() {
        0 | 1 => Word::Corrected,
        2 => Word::Fatal,
        _ => Word::Wrong,
    }
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

impl Codes {
    /// What a register of a device shows, where it holds `value`.
    pub(super) fn overlay(&self, kind: &str, off: u32, value: u32) -> u32 {
        let [sdram, l2] = &self.status;
        match (kind, off) {
            ("memscrub", AHBS) => {
                let counts = sdram.corrected.min(0x3ff) << 22 | sdram.fatal.min(0xff) << 14;
                let first = sdram.first.as_ref().map_or(0, |f| {
                    // HSIZE 4: 128 bits.
                    NE | 4 | if f.fatal { 0 } else { CE }
                });
                value | counts | first
            }
            ("memscrub", AHBFAR) => sdram
                .first
                .as_ref()
                .map_or(value, |f| f.address as u32 & !15),
            ("l2cache", L2CERR) => {
                let first = l2.first.as_ref().map_or(0, |f| {
                    let master = u32::from(f.master & 15) << 28;
                    let how = if f.fatal { 0 } else { COR };
                    master | DATA | VALID | how | if f.several { MULTI } else { 0 }
                });
                value | first | l2.corrected.min(7) << 16 | l2.pending << 12
            }
            ("l2cache", L2CERRA) => l2.first.as_ref().map_or(value, |f| f.address as u32),
            _ => value,
        }
    }

    /// Software writes `value` to a register: AHBS without NE, or L2CERR with RST, forget errors.
    pub(super) fn forget(&mut self, kind: &str, off: u32, value: u32) {
        match (kind, off) {
            ("memscrub", AHBS) if value & NE == 0 => self.status[0] = Status::default(),
            ("l2cache", L2CERR) if value & 1 != 0 => self.status[1] = Status::default(),
            _ => (),
        }
    }

    /// Counts an error; true when it is to interrupt. `register` is AHBERC of the scrubber, or L2CERR.
    fn count(&mut self, by: u8, address: u64, master: u8, fatal: bool, register: u32) -> bool {
        let Some(s) = self.status.get_mut(usize::from(by)) else {
            return false;
        };
        let n = if fatal {
            &mut s.fatal
        } else {
            &mut s.corrected
        };
        *n = n.saturating_add(1);
        let n = *n;
        let first = First {
            address,
            master,
            fatal,
            several: s.first.is_some(),
        };
        if by == 0 {
            // Thresholds: corrected 31:22, uncorrectable 21:14; enabled by bits 1 and 0, and both after reset.
            let (most, on) = match fatal {
                false => (register >> 22 & 0x3ff, register & 2 != 0 || register == 0),
                true => (register >> 14 & 0xff, register & 1 != 0 || register == 0),
            };
            let frozen = s.first.is_some();
            let takes = on && n > most && !frozen;
            if takes {
                s.first = Some(first);
            }
            return takes;
        }
        // One that cannot be corrected takes the place of any other.
        match &mut s.first {
            Some(old) if !fatal || old.fatal => old.several = true,
            place => *place = Some(first),
        }
        let bit = if fatal { 2 } else { 1 };
        s.pending |= bit;
        register >> 8 & bit != 0
    }
}

impl Fabric {
    /// What protects the memory at an address now, from the stage nearest to the cores on: those in `cache` alone, or
    /// the last one.
    fn protection(&self, pa: u64, cache: bool) -> Option<u8> {
        let memory = self.memories.iter().find(|m| pa >= m.base && pa < m.end)?;
        memory.route.iter().find_map(|&s| {
            let stage = self.stages.get(usize::from(s))?.device_ref();
            let by = PROTECTED
                .iter()
                .position(|p| p.kind == stage.kind() && p.cache == cache)?;
            let (offset, bit) = PROTECTED.get(by)?.on;
            let on = stage.peek(offset, Tick(0)).unwrap_or(0) >> bit & 1 != 0;
            on.then_some(by as u8)
        })
    }

    /// The first device or stage of a kind.
    fn of_kind(&self, kind: &str) -> Option<DevId> {
        let ids = (0..self.attached.len()).map(|i| DevId(i as u16));
        ids.into_iter()
            .find(|&id| self.device_ref(id).kind() == kind)
    }

    fn register_of(&self, kind: &str, off: u32) -> u32 {
        let id = self.of_kind(kind);
        id.and_then(|id| self.device_ref(id).peek(off, Tick(0)))
            .unwrap_or(0)
    }

    /// Notes flipped bits of a byte of memory, or of the cache in front of it, where a code protects it; answers what
    /// the code makes of the word now.
    pub(crate) fn flips_protected(&mut self, at: u64, bits: u8, cache: bool) -> Option<Word> {
        let by = self.protection(at, cache)?;
        let p = PROTECTED.get(usize::from(by))?;
        let address = at & !(p.word - 1);
        let mode_b = self.register_of("sdctrl", MUXCFG) & CODE != 0;
        let words = &mut self.faulty().codes.words;
        let place = words
            .iter()
            .position(|w| (w.address, w.by) == (address, by));
        let mut word = match place {
            Some(i) => words.swap_remove(i),
            None => Flipped {
                address,
                by,
                bits: 0,
                is: Word::Corrected,
                fetched: false,
            },
        };
        word.bits ^= u64::from(bits) << (8 * (at - address));
        word.is = match p.cache {
            true => bch(word.bits),
            false => nibbles(word.bits, if mode_b { 2 } else { 4 }),
        };
        let is = word.is;
        if word.bits != 0 {
            words.push(word);
        }
        Some(is)
    }

    /// Notes that the parity of a line in the first-level cache of a core is wrong.
    pub(crate) fn parity_is_wrong(&mut self, core: u8, fetched: bool, address: u64) {
        let lines = &mut self.faulty().codes.lines;
        lines.push(Line {
            core,
            fetched,
            address: address & (u64::MAX << super::LINE_SHIFT),
        });
    }

    /// True when a cache of the board that is protected, or could be, has the line of an address.
    pub(crate) fn in_shared_cache(&self, pa: u64) -> bool {
        let Some(memory) = self.memories.iter().find(|m| pa >= m.base && pa < m.end) else {
            return false;
        };
        let mut lines = Vec::new();
        for &s in &memory.route {
            self.stages[usize::from(s)].lines(pa, &mut lines);
        }
        let line = u64::MAX << super::LINE_SHIFT;
        lines.contains(&(pa & line))
    }

    /// A transfer may meet errors. Answers who served it, which is how a core learns of them.
    #[cold]
    pub(super) fn meets(&mut self, t: &Txn, timing: &Timing, meters: &Meters) -> Served {
        let mut served = timing.served_by;
        let Some(faults) = &mut self.faults else {
            return served;
        };
        let line = t.pa & (u64::MAX << super::LINE_SHIFT);
        let (own, others): (Vec<Line>, Vec<Line>) = std::mem::take(&mut faults.codes.lines)
            .into_iter()
            .partition(|l| {
                let asked = t.op == if l.fetched { Op::Fetch } else { Op::Read };
                t.line && asked && l.core == t.master && l.address == line
            });
        faults.codes.lines = others;
        if !own.is_empty() {
            served = Served::Refetched;
            faults.corrected += 1;
            let text = "the parity of a line was wrong: its cache is flushed".to_owned();
            faults.met.push((t.at, t.master, line, text));
        }
        let end = (line + (1 << super::LINE_SHIFT)).max(t.pa + u64::from(t.bytes));
        let from_memory = timing.served_by == Served::Memory;
        let mut kept = Vec::new();
        let mut found = Vec::new();
        for mut word in std::mem::take(&mut faults.codes.words) {
            let p = PROTECTED.get(usize::from(word.by));
            let Some(p) = p.filter(|_| word.address >= line && word.address < end) else {
                kept.push(word);
                continue;
            };
            let covers = t.pa <= word.address && t.pa + u64::from(t.bytes) >= word.address + p.word;
            if t.op == Op::Write && covers || p.cache && from_memory {
                // Written as a whole, or fetched again.
                continue;
            }
            let fatal = word.is == Word::Fatal;
            if p.cache || from_memory || fatal && word.fetched {
                found.push((word.by, word.address, word.is));
                word.fetched |= fatal;
            }
            // A line that is written goes back to memory with what was corrected.
            let cured = !p.cache && t.op.writes() && word.is == Word::Corrected;
            if !cured {
                kept.push(word);
            }
        }
        faults.codes.words = kept;
        for (by, address, is) in found {
            served = self.met(by, address, is, t, meters).unwrap_or(served);
        }
        served
    }

    /// A transfer has met a word with flipped bits.
    fn met(&mut self, by: u8, address: u64, is: Word, t: &Txn, meters: &Meters) -> Option<Served> {
        let p = PROTECTED.get(usize::from(by))?;
        let fatal = match is {
            Word::Corrected => false,
            // What a store finds in its line is left to who reads it.
            Word::Fatal if t.op == Op::Write => return None,
            Word::Fatal => true,
            Word::Wrong => return None,
        };
        let register = self.register_of(p.counts, if by == 0 { AHBERC } else { L2CERR });
        let faults = self.faulty();
        let text = match fatal {
            false => format!("{} corrected an error", p.kind),
            true => format!("{} found an error that it cannot correct", p.kind),
        };
        if faults.met.len() < 100 {
            faults.met.push((t.at, t.master, address, text));
        }
        faults.corrected += u32::from(!fatal);
        let interrupts = faults.codes.count(by, address, t.master, fatal, register);
        if let Some(id) = self.of_kind(p.counts).filter(|_| interrupts) {
            self.call(id, t.at, None, meters, |_, cx| cx.pulse(0));
        }
        if fatal {
            self.refuse(t, trueboard_core::bus::BusFault::Refused);
            return Some(Served::Failed);
        }
        Some(Served::Corrected)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bch_code_corrects_one_bit_and_finds_two() {
        let of = |bits| bch(bits);
        assert_eq!(of(1 << 31), Word::Corrected);
        assert_eq!(of(1 << 31 | 1), Word::Fatal);
        assert_eq!(of(7), Word::Wrong);
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
        let mut c = Codes::default();
        assert!(c.count(0, 0x1008, 2, false, 0));
        assert!(!c.count(0, 0x2000, 2, false, 0), "it is frozen");
        assert!(!c.count(0, 0x2000, 2, true, 0));
        let ahbs = c.overlay("memscrub", AHBS, 0);
        assert_eq!(ahbs, 2 << 22 | 1 << 14 | CE | NE | 4);
        assert_eq!(c.overlay("memscrub", AHBFAR, 0), 0x1000);
        c.forget("memscrub", AHBS, NE);
        assert_eq!(c.overlay("memscrub", AHBS, 0), ahbs);
        c.forget("memscrub", AHBS, 0);
        assert_eq!(c.overlay("memscrub", AHBS, 0), 0);
        // A threshold of one: the second error.
        let threshold = 1 << 22 | 2;
        assert!(!c.count(0, 0, 0, false, threshold));
        assert!(c.count(0, 0, 0, false, threshold));
        c.forget("memscrub", AHBS, 0);
        assert!(!c.count(0, 0, 0, true, threshold), "it is not enabled");
    }

    #[test]
    fn the_l2_cache_prefers_what_it_cannot_correct() {
        let mut c = Codes::default();
        assert!(!c.count(1, 0x40, 1, false, 0), "it is masked");
        let status = |c: &Codes| c.overlay("l2cache", L2CERR, 0);
        assert_eq!(status(&c), 1 << 28 | DATA | VALID | COR | 1 << 16 | 1 << 12);
        assert!(c.count(1, 0x80, 3, true, 2 << 8));
        assert_eq!(
            status(&c),
            3 << 28 | DATA | VALID | MULTI | 1 << 16 | 3 << 12
        );
        assert_eq!(c.overlay("l2cache", L2CERRA, 0), 0x80);
        assert!(!c.count(1, 0xc0, 3, false, 2 << 8));
        assert_eq!(c.overlay("l2cache", L2CERRA, 0), 0x80);
        c.forget("l2cache", L2CERR, 1);
        assert_eq!(status(&c), 0);
    }
}
