//! Faults that wait for somebody to meet them: words that a correcting code protects, reads that show something else,
//! accesses that are refused, interrupts that are lost or stuck. They are part of the machine's state; a machine without
//! faults has none of this, and looks at none of it.
//!
//! What corrects errors, as its registers show it:
//! - the SDRAM controller of the GR740 (UM 2.9, SDRAM controller: EDEN of MUXCFG) with the AHB status register of the
//!   memory scrubber (ch. 11: CE, NE and CECNT of AHBS);
//! - the L2 cache of the GR740 (ch. 9: EDAC of L2CC, COR, VALID and the counter of correctable errors in L2CERR).
//!
//! Not modelled: check bits; interrupts of the scrubber and the L2 cache; errors that cannot be corrected (they flip
//! what is read). A corrected word counts as rewritten: it is corrected once.

use super::Fabric;
use serde::{Deserialize, Serialize};
use trueboard_core::bus::{Served, Timing, Txn};
use trueboard_core::device::DevId;
use trueboard_core::meter::Meters;
use trueboard_core::time::Tick;

/// A stage whose memory is protected, by its kind.
struct Protection {
    /// The kind of the stage.
    kind: &'static str,
    /// Offset and bit that switch correction on.
    on: (u32, u32),
    /// Where errors are counted: the kind of the device, and the offset of its register.
    counted: (&'static str, u32),
    /// Bits that are set there with the first error.
    flags: u32,
    /// Where the count stands, and how many bits it has.
    count: (u32, u32),
    /// Bits whose write forgets the errors: this value, under this mask.
    clears: (u32, u32),
    /// The data is in the stage itself, a cache, and is gone with its line.
    cache: bool,
}

const PROTECTED: [Protection; 2] = [
    Protection {
        kind: "sdctrl",
        on: (0x20, 0),
        counted: ("memscrub", 0),
        // CE 9 and NE 8; CECNT 31:22. Software writes the register to clear it.
        flags: 0x300,
        count: (22, 10),
        clears: (0, 1 << 8),
        cache: false,
    },
    Protection {
        kind: "l2cache",
        on: (0, 30),
        counted: ("l2cache", 0x20),
        // COR 22, VALID 20; the count 18:16; RST 0.
        flags: 1 << 22 | 1 << 20,
        count: (16, 3),
        clears: (1, 1),
        cache: true,
    },
];

/// A word with a flipped bit that is corrected when it is read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Word {
    address: u64,
    /// Of [`PROTECTED`].
    by: u8,
}

/// A register that shows something else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Shown {
    address: u64,
    value: u32,
    /// Reads to come; none: all.
    left: Option<u32>,
}

/// A register that is not answered for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Refused {
    address: u64,
    left: u32,
}

/// A line into the interrupt controller.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Line {
    pin: u16,
    /// It stays up; otherwise it does not come up.
    stuck: bool,
    /// Times that it is to be lost.
    left: u32,
}

/// See the module.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Faults {
    words: Vec<Word>,
    shown: Vec<Shown>,
    refused: Vec<Refused>,
    lines: Vec<Line>,
    /// Errors that were corrected, by protection, since software forgot them last.
    counted: [u32; 2],
    /// What was met, in order: time in base ticks, core, address, in a sentence.
    pub met: Vec<(Tick, u8, u64, String)>,
    /// Errors that were corrected.
    pub corrected: u32,
}

impl Fabric {
    /// The faults of the machine, which has some from now on.
    fn faulty(&mut self) -> &mut Faults {
        self.faults.get_or_insert_with(Box::default)
    }

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

    /// Notes the flip of one bit in a cell of memory, or of the cache in front of it; false where no code corrects it.
    pub(crate) fn flips_protected(&mut self, address: u64, cache: bool) -> bool {
        let Some(by) = self.protection(address, cache) else {
            return false;
        };
        let word = Word {
            address: address & !3,
            by,
        };
        self.faulty().words.push(word);
        true
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

    /// Lets the register at an address show `value`, so many times or always.
    pub(crate) fn shows(&mut self, address: u64, value: u32, left: Option<u32>) {
        let shown = Shown {
            address,
            value,
            left,
        };
        self.faulty().shown.push(shown);
    }

    /// Refuses so many accesses to the register at an address.
    pub(crate) fn refuses(&mut self, address: u64, left: u32) {
        self.faulty().refused.push(Refused { address, left });
    }

    /// Lets a line into the interrupt controller stay up, or loses it so many times.
    ///
    /// # Errors
    /// The board has no interrupt controller.
    pub(crate) fn breaks_line(
        &mut self,
        pin: u16,
        stuck: bool,
        left: u32,
        now: Tick,
        meters: &Meters,
    ) -> Result<(), String> {
        let id = self
            .irq_controller
            .ok_or("the board has no interrupt controller")?;
        if stuck {
            self.call(id, now, None, meters, |d, cx| d.line(pin, true, cx));
        }
        self.faulty().lines.push(Line { pin, stuck, left });
        Ok(())
    }

    /// Whether something drives a line into the interrupt controller.
    ///
    /// # Errors
    /// Nothing does, or the board has no interrupt controller.
    pub(crate) fn has_line(&self, pin: u16) -> Result<(), String> {
        let id = self
            .irq_controller
            .ok_or("the board has no interrupt controller")?;
        let wires = self
            .attached
            .iter()
            .flat_map(|a| a.wires.values().flatten());
        let mut lines: Vec<u16> = wires.filter(|w| w.0 == id).map(|w| w.1).collect();
        lines.sort_unstable();
        lines.dedup();
        if lines.contains(&pin) {
            return Ok(());
        }
        let lines: Vec<String> = lines.iter().map(u16::to_string).collect();
        Err(format!(
            "nothing drives line {pin} of the interrupt controller; there are {}",
            lines.join(", ")
        ))
    }

    /// A line is about to change: true when a fault keeps it as it is.
    pub(super) fn keeps_line(&mut self, target: DevId, pin: u16, level: bool, now: Tick) -> bool {
        if self.irq_controller != Some(target) {
            return false;
        }
        let Some(faults) = &mut self.faults else {
            return false;
        };
        let Some(line) = faults
            .lines
            .iter_mut()
            .find(|l| l.pin == pin && (l.stuck || l.left > 0))
        else {
            return false;
        };
        if line.stuck {
            return true;
        }
        // What does not come up does not go down either, and that is harmless.
        if level {
            line.left -= 1;
            let text = format!("interrupt {pin} is lost");
            faults.met.push((now, 0, u64::from(pin), text));
        }
        level
    }

    /// A transfer may meet words that have to be corrected.
    #[cold]
    pub(super) fn meets(&mut self, t: &Txn, timing: &Timing) {
        let Some(faults) = &mut self.faults else {
            return;
        };
        let line = t.pa & (u64::MAX << super::LINE_SHIFT);
        let end = (line + (1 << super::LINE_SHIFT)).max(t.pa + u64::from(t.bytes));
        let from_memory = timing.served_by == Served::Memory;
        let inside = |w: &Word| w.address >= line && w.address < end;
        let mut kept = Vec::new();
        for word in std::mem::take(&mut faults.words) {
            let Some(p) = PROTECTED
                .get(usize::from(word.by))
                .filter(|_| inside(&word))
            else {
                kept.push(word);
                continue;
            };
            let overwritten = t.op.writes()
                && t.pa <= word.address
                && t.pa + u64::from(t.bytes) >= word.address + 4;
            match (p.cache, from_memory) {
                // The line was fetched again.
                (true, true) => continue,
                (false, false) => {
                    kept.push(word);
                    continue;
                }
                (true, false) if overwritten => continue,
                _ => (),
            }
            let count = &mut faults.counted[usize::from(word.by)];
            *count = count.saturating_add(1);
            faults.corrected += 1;
            let text = format!("{} corrected a bit", p.kind);
            faults.met.push((t.at, t.master, word.address, text));
        }
        faults.words = kept;
    }

    /// What a read of a register shows, where the device answers `value`.
    #[cold]
    pub(super) fn shown(&mut self, id: DevId, t: &Txn, off: u32, value: u32) -> u32 {
        let kind = self.device_ref(id).kind();
        let address = self.attached[usize::from(id.0)].at + u64::from(off);
        let Some(faults) = &mut self.faults else {
            return value;
        };
        let mut value = value;
        let wanted = |s: &&mut Shown| s.address == address && s.left != Some(0);
        if let Some(shown) = faults.shown.iter_mut().find(wanted) {
            shown.left = shown.left.map(|n| n - 1);
            let text = format!("a register shows {:#x} instead of {value:#x}", shown.value);
            value = shown.value;
            if faults.met.len() < 100 {
                faults.met.push((t.at, t.master, address, text));
            }
        }
        for (p, &count) in PROTECTED.iter().zip(&faults.counted) {
            if p.counted == (kind, off) && count > 0 {
                let (shift, bits) = p.count;
                let most = (1_u32 << bits) - 1;
                let count = count.min(most) << shift;
                value = value & !(most << shift) | p.flags | count;
            }
        }
        value
    }

    /// Software writes a register: it may forget errors.
    #[cold]
    pub(super) fn forgets(&mut self, id: DevId, off: u32, value: u32) {
        let kind = self.device_ref(id).kind();
        let Some(faults) = &mut self.faults else {
            return;
        };
        for (p, count) in PROTECTED.iter().zip(&mut faults.counted) {
            let (wanted, mask) = p.clears;
            if p.counted == (kind, off) && value & mask == wanted {
                *count = 0;
            }
        }
    }

    /// True when an access to a register is refused.
    #[cold]
    pub(super) fn is_refused(&mut self, t: &Txn) -> bool {
        let Some(faults) = &mut self.faults else {
            return false;
        };
        let word = t.pa & !3;
        let Some(r) = faults
            .refused
            .iter_mut()
            .find(|r| r.address == word && r.left > 0)
        else {
            return false;
        };
        r.left -= 1;
        let text = "an access is answered with an error".to_owned();
        faults.met.push((t.at, t.master, t.pa, text));
        true
    }
}
