//! Counts of a core. Sums only grow. The event counters read them, and pending parts go to the board's meters when
//! these are read.

use super::events::{COUNTED, Counted, What};
use crate::isa::{BlockRole, Group, Opcode};
use crate::meters::Meter;
use serde::{Deserialize, Serialize};
use serde_big_array::BigArray;
use trueboard_core::meter::CoreBank;

/// What is counted in a block besides instructions: its number, and how often.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    items: [(u8, u8); 8],
    len: u8,
}

/// Sums since reset.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Counts {
    #[serde(with = "BigArray")]
    opcodes: [u64; 128],
    counted: [u64; COUNTED.len()],
}

impl Counts {
    pub fn new() -> Counts {
        Counts {
            opcodes: [0; 128],
            counted: [0; COUNTED.len()],
        }
    }

    /// All but instructions, for translated code.
    pub fn counted(&self) -> &[u64; COUNTED.len()] {
        &self.counted
    }

    /// An instruction was issued `times`.
    #[inline(always)]
    pub fn issued(&mut self, opcode: Opcode, times: u64) {
        self.opcodes[usize::from(opcode as u8 & 127)] += times;
    }

    /// `n` times `of`.
    #[inline(always)]
    pub fn add(&mut self, of: Counted, n: u64) {
        self.counted[of as usize] += n;
    }

    /// All that was counted besides instructions, if that is little enough to keep.
    pub fn tally(&self) -> Option<Tally> {
        let mut tally = Tally::default();
        let counted = self.counted.iter().enumerate().filter(|e| *e.1 != 0);
        for (event, &n) in counted {
            let place = tally.items.get_mut(usize::from(tally.len))?;
            *place = (event as u8, u8::try_from(n).ok()?);
            tally.len += 1;
        }
        Some(tally)
    }

    /// Adds `times` times `tally`.
    pub fn add_tally(&mut self, tally: &Tally, times: u64) {
        for &(event, n) in tally.items.iter().take(tally.len.into()) {
            if let Some(sum) = self.counted.get_mut(usize::from(event)) {
                *sum += u64::from(n) * times;
            }
        }
    }

    /// Adds `times` times `more`.
    pub fn add_times(&mut self, more: &Counts, times: u64) {
        let opcodes = self.opcodes.iter_mut().zip(&more.opcodes);
        let counted = self.counted.iter_mut().zip(&more.counted);
        opcodes
            .chain(counted)
            .for_each(|(n, more)| *n += times * more);
    }

    /// How often `of` has happened.
    pub fn get(&self, of: Counted) -> u64 {
        self.counted[of as usize]
    }

    /// Instructions of a group.
    fn group(&self, group: Group) -> u64 {
        let counted = Opcode::ALL.iter().zip(&self.opcodes);
        let of_group = counted.filter(|(opcode, _)| opcode.class() == group);
        of_group.map(|(_, n)| n).sum()
    }

    /// How often what meter `m` counts has happened: the meter of instructions of a group, or that of a
    /// [`Counted`].
    pub fn meter(&self, m: Meter) -> u64 {
        match m {
            Meter::IaluInstructions => self.group(Group::Ialu),
            Meter::FpInstructions => self.group(Group::Fpu),
            Meter::LoadStores => self.group(Group::LoadStore),
            _ => {
                let counted = COUNTED.iter().filter(|(_, _, meter)| *meter == m);
                counted.map(|&(h, _, _)| self.get(h)).sum()
            }
        }
    }

    /// All instructions.
    pub fn instructions(&self) -> u64 {
        self.opcodes.iter().sum()
    }

    /// What has come since `before`.
    pub fn since(&self, before: &Counts) -> Counts {
        let mut n = self.clone();
        let opcodes = n.opcodes.iter_mut().zip(&before.opcodes);
        let counted = n.counted.iter_mut().zip(&before.counted);
        opcodes.chain(counted).for_each(|(n, before)| *n -= before);
        n
    }

    /// Adds to `bank` what has come since `before`.
    pub fn hand_over(&self, before: &Counts, bank: &mut CoreBank) {
        let n = self.since(before);
        let all = n.instructions();
        let issue = all - n.get(Counted::DualIssue);
        let stalls: u64 = COUNTED
            .iter()
            .map(|&(h, what, _)| if what == What::Stall { n.get(h) } else { 0 })
            .sum();
        let mut of = ByOpcode::default();
        for (opcode, &n) in Opcode::ALL.iter().zip(&n.opcodes).filter(|(_, n)| **n != 0) {
            let (group, traits) = (opcode.class(), opcode.traits());
            let add = |sum: &mut u64, counts: bool| *sum += if counts { n } else { 0 };
            add(&mut of.ialu, group == Group::Ialu);
            add(&mut of.fpu, group == Group::Fpu);
            add(&mut of.load_stores, group == Group::LoadStore);
            add(&mut of.loads, traits.access.loads());
            add(&mut of.stores, traits.access.stores());
            add(&mut of.branches, traits.block == BlockRole::Ends);
        }
        let sums = [
            (Meter::Instructions, all),
            (Meter::IssueCycles, issue),
            (Meter::Cycles, issue + stalls),
            (Meter::FpInstructions, of.fpu),
            (Meter::IntInstructions, all - of.fpu),
            (Meter::IaluInstructions, of.ialu),
            (Meter::Loads, of.loads),
            (Meter::Stores, of.stores),
            (Meter::LoadStores, of.load_stores),
            (Meter::TotalBranch, of.branches),
        ];
        // Of a known size, so that no place is checked. A bank is that of the core's kind.
        let Ok(meters) = <&mut [u64; Meter::COUNT]>::try_from(bank.values_mut(true)) else {
            return;
        };
        for (m, n) in sums {
            meters[m as usize] += n;
        }
        for &(h, _, m) in COUNTED {
            meters[m as usize] += n.get(h);
        }
    }
}

/// Instructions, by what their opcodes count as.
#[derive(Default)]
struct ByOpcode {
    ialu: u64,
    fpu: u64,
    load_stores: u64,
    loads: u64,
    stores: u64,
    branches: u64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counters::events::EVENTS;

    #[test]
    fn every_event_of_the_core_can_be_counted() {
        let counts = Counts {
            opcodes: [1; 128],
            counted: [1; COUNTED.len()],
        };
        for event in EVENTS.iter().filter(|event| !event.mesh) {
            for &meter in event.meters {
                assert_ne!(counts.meter(meter), 0, "{}: {meter:?}", event.name);
            }
        }
    }
}
