//! Warnings of devices: one key per place, counted, and a bounded number of places.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use trueboard_core::device::{DevId, Warning};

/// Places in a device, offsets and texts, that are kept for one instruction.
const KEPT_OF_ONE: u32 = 16;
/// Number of instructions with recorded warnings.
const KEPT: usize = 1000;

/// See the module.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Warnings {
    places: BTreeMap<Place, Times>,
    /// By device and program counter.
    instructions: BTreeMap<(DevId, u64), Kept>,
    /// Warnings of other instructions, which came after too many.
    more: u64,
}

/// Of what a device warned, and where. Values are no part of it: a program could make any number of them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct Place {
    device: DevId,
    offset: u32,
    pc: u64,
    what: String,
}

#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
struct Times {
    times: u64,
    /// All bits that it was about.
    bits: u32,
}

#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
struct Kept {
    places: u32,
    /// Warnings of places beyond those.
    more: u64,
}

/// What is kept of a place, for messages.
pub(crate) struct Line {
    pub device: DevId,
    pub offset: Option<u32>,
    pub pc: u64,
    pub what: String,
    pub times: u64,
}

impl Warnings {
    /// Takes one more.
    pub fn add(&mut self, w: Warning) {
        let by = (w.device, w.pc);
        let place = Place {
            device: w.device,
            offset: w.offset,
            pc: w.pc,
            what: w.what,
        };
        if let Some(known) = self.places.get_mut(&place) {
            known.times += 1;
            known.bits |= w.bits;
            return;
        }
        let full = self.instructions.len() >= KEPT;
        if full && !self.instructions.contains_key(&by) {
            self.more += 1;
            return;
        }
        let kept = self.instructions.entry(by).or_default();
        if kept.places >= KEPT_OF_ONE {
            kept.more += 1;
            return;
        }
        kept.places += 1;
        let times = Times {
            times: 1,
            bits: w.bits,
        };
        self.places.insert(place, times);
    }

    /// All of them, in order of device, offset and program counter, and what was too much behind them.
    pub fn lines(&self) -> impl Iterator<Item = Line> {
        let places = self.places.iter().map(|(p, t)| Line {
            device: p.device,
            offset: Some(p.offset),
            pc: p.pc,
            what: text(&p.what, t.bits),
            times: t.times,
        });
        let more = self.instructions.iter().filter(|(_, k)| k.more > 0);
        let more = more.map(|(&(device, pc), k)| Line {
            device,
            offset: None,
            pc,
            what: "more of this instruction, elsewhere in the device".to_owned(),
            times: k.more,
        });
        places.chain(more)
    }

    /// Warnings of instructions that are not kept.
    pub fn more(&self) -> u64 {
        self.more
    }
}

/// The text with the bits that it leaves room for.
fn text(what: &str, bits: u32) -> String {
    what.replace("{bits}", &format!("{bits:#010x}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn warning(offset: u32, pc: u64, what: &str, bits: u32) -> Warning {
        Warning {
            device: DevId(1),
            offset,
            pc,
            what: what.to_owned(),
            bits,
        }
    }

    #[test]
    fn values_make_no_lines() {
        let mut w = Warnings::default();
        for i in 0..1000 {
            w.add(warning(
                4,
                0x100,
                "X: reserved bits {bits} written",
                1 << (i % 8),
            ));
        }
        let lines: Vec<Line> = w.lines().collect();
        assert_eq!(lines.len(), 1);
        assert_eq!(lines[0].times, 1000);
        assert_eq!(lines[0].what, "X: reserved bits 0x000000ff written");
    }

    #[test]
    fn a_sweep_is_a_few_lines_and_nothing_is_uncounted() {
        let mut w = Warnings::default();
        for i in 0..100_000 {
            w.add(warning(4 * i, 0x100, "written", 0));
        }
        let lines: Vec<Line> = w.lines().collect();
        assert_eq!(lines.len(), 17);
        assert_eq!(lines.iter().map(|l| l.times).sum::<u64>(), 100_000);
        for pc in 0..5000 {
            w.add(warning(0, 0x1000 + 4 * pc, "written", 0));
        }
        assert_eq!(w.lines().count(), 17 + KEPT - 1);
        assert_eq!(w.more(), 5000 - (KEPT as u64 - 1));
    }
}
