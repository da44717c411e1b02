//! Codes that protect memories: words with flipped bits wait here until a transfer reads them.
//!
//! A file for each chip, behind [`Code`], holds the effect of the chip's codes on a word, and the registers that report
//! an error. Not modelled: check bits, errors in tags. A code that is switched off does not reveal earlier corrections.

mod gr740;
mod status;
mod tc275;

use super::Fabric;
use serde::{Deserialize, Serialize};
use status::Status;
use trueboard_core::bus::{BusFault, Op, Served, Timing, Txn};
use trueboard_core::device::DevId;
use trueboard_core::meter::Meters;
use trueboard_core::time::Tick;

/// The flipped bits of a word of up to 32 bytes: bit `b` of byte `i` is bit `8 i + b`, counted from the first number.
type Bits = [u64; 4];

/// A code of a chip, and what the chip does about its errors.
trait Code: Sync {
    /// Who corrects, for messages.
    fn name(&self) -> &'static str;

    /// The data is in a cache of the board, and is gone with its line.
    fn in_cache(&self) -> bool {
        false
    }

    /// An error is met by any read of its line, and not by those of its word alone.
    fn by_line(&self) -> bool {
        false
    }

    /// The bytes of a word, where the code protects the memory at `pa` now.
    fn word(&self, fabric: &Fabric, pa: u64) -> Option<u64>;

    /// What the code makes of a word with these flipped bits.
    fn makes(&self, fabric: &Fabric, bits: &Bits) -> Word;

    /// An error was met: takes it down in `status` or in a device, and interrupts if the chip does.
    fn report(&self, fabric: &mut Fabric, error: &Error, meters: &Meters);

    /// The kind of the device that scrubs its words.
    fn scrubbed_by(&self) -> Option<&'static str> {
        None
    }

    /// What a register of a device shows, where it holds `value`.
    fn overlay(&self, status: &Status, kind: &str, off: u32, value: u32) -> u32 {
        let _ = (status, kind, off);
        value
    }

    /// Software writes `value` to a register: it may forget errors.
    fn forget(&self, status: &mut Status, kind: &str, off: u32, value: u32) {
        let _ = (status, kind, off, value);
    }
}

/// How many there are.
const COUNT: usize = 6;
/// All of them. States hold their numbers.
static CODES: [&dyn Code; COUNT] = [
    &gr740::Sdram,
    &gr740::L2,
    &tc275::Sram,
    &tc275::PFLASH0,
    &tc275::PFLASH1,
    &tc275::DataFlash,
];

/// An error that a transfer has met.
struct Error {
    /// The number of the code.
    by: u8,
    /// Of the word.
    address: u64,
    /// The flipped bits of the word.
    flips: u32,
    /// It cannot be corrected.
    fatal: bool,
    /// Who met it.
    master: u8,
    /// When.
    at: Tick,
}

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

impl Word {
    /// What a code that corrects `corrects` bits, and finds one more, makes of `flips` of them.
    fn of(flips: u32, corrects: u32) -> Word {
        match flips.checked_sub(corrects) {
            None | Some(0) => Word::Corrected,
            Some(1) => Word::Fatal,
            Some(_) => Word::Wrong,
        }
    }
}

fn flips(bits: &Bits) -> u32 {
    bits.iter().map(|b| b.count_ones()).sum()
}

/// A word with flipped bits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Flipped {
    address: u64,
    /// Of [`CODES`].
    by: u8,
    /// Its bytes.
    bytes: u64,
    bits: Bits,
    is: Word,
    /// The line was fetched from memory since, in vain: whoever has it has it wrong.
    fetched: bool,
}

/// A line of a core's first-level cache with wrong parity.
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
    /// By code.
    status: [Status; COUNT],
}

impl Codes {
    /// What a register of a device shows, where it holds `value`.
    pub(super) fn overlay(&self, kind: &str, off: u32, value: u32) -> u32 {
        let all = CODES.iter().zip(&self.status);
        all.fold(value, |v, (code, status)| {
            code.overlay(status, kind, off, v)
        })
    }

    /// Software writes `value` to a register: it may forget errors.
    pub(super) fn forget(&mut self, kind: &str, off: u32, value: u32) {
        for (code, status) in CODES.iter().zip(&mut self.status) {
            code.forget(status, kind, off, value);
        }
    }

    /// Words with flipped bits wait to be met.
    pub(super) fn waits(&self) -> bool {
        !self.words.is_empty()
    }
}

impl Fabric {
    /// The first device or stage of a kind.
    fn of_kind(&self, kind: &str) -> Option<DevId> {
        let mut ids = (0..self.attached.len()).map(|i| DevId(i as u16));
        ids.find(|&id| self.device_ref(id).kind() == kind)
    }

    fn register_of(&self, kind: &str, off: u32) -> u32 {
        let id = self.of_kind(kind);
        id.and_then(|id| self.device_ref(id).peek(off, Tick(0)))
            .unwrap_or(0)
    }

    fn status_of(&mut self, by: u8) -> Option<&mut Status> {
        self.faulty().codes.status.get_mut(usize::from(by))
    }

    /// Notes flipped bits of a byte of memory, or of the cache in front of it, where a code protects it; answers what
    /// the code makes of the word now, and the bytes with bits that it does not find from now on.
    pub(crate) fn flips_protected(
        &mut self,
        at: u64,
        bits: u8,
        cache: bool,
    ) -> Option<(Word, Vec<(u64, u8)>)> {
        let (by, code, bytes) = (0_u8..).zip(CODES).find_map(|(by, code)| {
            let bytes = code.word(self, at).filter(|_| code.in_cache() == cache)?;
            Some((by, code, bytes))
        })?;
        let address = at & !(bytes - 1);
        let words = &mut self.faulty().codes.words;
        let place = words
            .iter()
            .position(|w| (w.address, w.by) == (address, by));
        let mut word = match place {
            Some(i) => words.swap_remove(i),
            None => Flipped {
                address,
                by,
                bytes,
                bits: Bits::default(),
                is: Word::Corrected,
                fetched: false,
            },
        };
        let was = word.is;
        let byte = at - address;
        if let Some(eight) = word.bits.get_mut((byte / 8) as usize) {
            *eight ^= u64::from(bits) << (8 * (byte % 8));
        }
        word.is = code.makes(self, &word.bits);
        let is = word.is;
        let all = word.bits.iter().flat_map(|b| b.to_le_bytes());
        let all = (address..).zip(all).filter(|b| b.1 != 0);
        let unfound = match (was, is) {
            (Word::Wrong, Word::Wrong) => vec![(at, bits)],
            // What it has corrected or found before is read as it is now, and the other way round.
            (Word::Wrong, _) => all.chain([(at, bits)]).collect(),
            (_, Word::Wrong) => all.collect(),
            _ => Vec::new(),
        };
        if flips(&word.bits) != 0 {
            self.faulty().codes.words.push(word);
        }
        Some((is, unfound))
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

    /// Words with flipped bits wait to be met.
    pub(crate) fn has_flips(&self) -> bool {
        self.faults.as_ref().is_some_and(|f| f.codes.waits())
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

    /// The bits of what `t` reads that are found, and are not corrected: those of the first eight bytes.
    pub(super) fn flips_of(&self, t: &Txn) -> u64 {
        let words = self.faults.iter().flat_map(|f| &f.codes.words);
        let wrong = words.filter(|w| w.is == Word::Fatal);
        let bit = |w: &Flipped, n: u64| {
            let byte = (t.pa + n / 8).wrapping_sub(w.address);
            let n = byte.saturating_mul(8) | (n % 8);
            let eight = w.bits.get(usize::try_from(n / 64).unwrap_or(usize::MAX));
            eight.is_some_and(|e| e >> (n % 64) & 1 != 0)
        };
        let bits = 8 * u64::from(t.bytes.min(8));
        let of = |w: &Flipped| {
            (0..bits)
                .filter(|&n| bit(w, n))
                .map(|n| 1 << n)
                .sum::<u64>()
        };
        wrong.fold(0, |all, w| all ^ of(w))
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
        let bytes_end = t.pa + u64::from(t.bytes);
        let line_end = (line + (1 << super::LINE_SHIFT)).max(bytes_end);
        let from_memory = timing.served_by == Served::Memory;
        let mut kept = Vec::new();
        let mut found = Vec::new();
        for mut word in std::mem::take(&mut faults.codes.words) {
            let code = CODES.get(usize::from(word.by));
            let there = |code: &&&dyn Code| {
                let (from, end) = match t.line || code.by_line() {
                    true => (line, line_end),
                    false => (t.pa, bytes_end),
                };
                word.address + word.bytes > from && word.address < end
            };
            let Some(code) = code.filter(there) else {
                kept.push(word);
                continue;
            };
            let covers = t.pa <= word.address && bytes_end >= word.address + word.bytes;
            if t.op == Op::Write && covers || code.in_cache() && from_memory {
                // Written as a whole, or fetched again.
                continue;
            }
            let fatal = word.is == Word::Fatal;
            if code.in_cache() || from_memory || fatal && word.fetched {
                found.push((word.by, word.address, word.is, flips(&word.bits)));
                word.fetched |= fatal;
            }
            // A line that is written goes back to memory with what was corrected.
            let cured = !code.in_cache() && t.op.writes() && word.is == Word::Corrected;
            if !cured {
                kept.push(word);
            }
        }
        faults.codes.words = kept;
        for (by, address, is, flips) in found {
            let fatal = match is {
                Word::Corrected => false,
                // What a store finds in its line is left to who reads it.
                Word::Fatal if t.op == Op::Write => continue,
                Word::Fatal => true,
                Word::Wrong => continue,
            };
            let error = Error {
                by,
                address,
                flips,
                fatal,
                master: t.master,
                at: t.at,
            };
            served = self.met(&error, t, meters).unwrap_or(served);
        }
        served
    }

    /// A device has scrubbed memory: what can be corrected is right again.
    #[cold]
    pub(super) fn scrubbed(
        &mut self,
        id: DevId,
        (from, to): (u64, u64),
        at: Tick,
        meters: &Meters,
    ) {
        let kind = self.device_ref(id).kind();
        let words = std::mem::take(&mut self.faulty().codes.words);
        let (there, others): (Vec<Flipped>, Vec<Flipped>) = words.into_iter().partition(|w| {
            let code = CODES.get(usize::from(w.by));
            code.and_then(|c| c.scrubbed_by()) == Some(kind) && (from..to).contains(&w.address)
        });
        self.faulty().codes.words = others;
        for word in there {
            let fatal = word.is != Word::Corrected;
            let error = Error {
                by: word.by,
                address: word.address,
                flips: flips(&word.bits),
                fatal,
                master: 0,
                at,
            };
            let text = match fatal {
                false => format!("{kind} wrote a corrected word back"),
                true => format!("{kind} found an error that it cannot correct"),
            };
            let faults = self.faulty();
            faults.corrected += u32::from(!fatal);
            if faults.met.len() < 100 {
                faults.met.push((at, 0, word.address, text));
            }
            if let Some(code) = CODES.get(usize::from(word.by)) {
                code.report(self, &error, meters);
            }
            if fatal {
                self.faulty().codes.words.push(word);
            }
        }
    }

    /// A transfer has met a word with flipped bits.
    fn met(&mut self, error: &Error, t: &Txn, meters: &Meters) -> Option<Served> {
        let code = CODES.get(usize::from(error.by))?;
        let faults = self.faulty();
        let text = match error.fatal {
            false => format!("{} corrected an error", code.name()),
            true => format!("{} found an error that it cannot correct", code.name()),
        };
        if faults.met.len() < 100 {
            faults.met.push((t.at, t.master, error.address, text));
        }
        faults.corrected += u32::from(!error.fatal);
        code.report(self, error, meters);
        if error.fatal {
            self.refuse(t, BusFault::Refused);
            return Some(Served::Failed);
        }
        Some(Served::Corrected)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_finds_one_flip_more_than_it_corrects() {
        assert_eq!(Word::of(1, 1), Word::Corrected);
        assert_eq!(Word::of(2, 1), Word::Fatal);
        assert_eq!(Word::of(3, 1), Word::Wrong);
        assert_eq!(Word::of(2, 2), Word::Corrected);
        assert_eq!(Word::of(4, 3), Word::Fatal);
    }

    #[test]
    fn what_is_read_shows_the_flips_that_are_found() {
        let mut f = Fabric::new(1, false, false);
        let word = |address, bits, is| Flipped {
            address,
            by: 2,
            bytes: 2,
            bits: [bits, 0, 0, 0],
            is,
            fetched: false,
        };
        f.faulty().codes.words = vec![
            word(0x1002, 0x8001, Word::Fatal),
            word(0x1004, 2, Word::Corrected),
        ];
        let t = |pa, bytes| Txn {
            master: 0,
            at: Tick(0),
            pa,
            bytes,
            op: Op::Read,
            line: false,
            uncached: true,
            pc: 0,
        };
        assert_eq!(f.flips_of(&t(0x1000, 8)), 0x8001_0000);
        assert_eq!(f.flips_of(&t(0x1003, 1)), 0x80);
        assert_eq!(f.flips_of(&t(0x1004, 4)), 0);
    }
}
