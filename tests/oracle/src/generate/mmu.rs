//! Programs with the MMU on: accesses through tables of every level and with all rights, code in other mappings, probes
//! and flushes, faults with their status.

use super::{BASE, Family, Generator, Mode, family};
use crate::asm::{NOP, Src::I, Src::R, alternate, f3, set};
use crate::case::{MEM, State};
use crate::layout::{DATA, DATA_MIDDLE, RAM};
use crate::program::{Item, Program};
use crate::tables;
use trueboard_cpu_sparcv8::isa::{Class, Op};

impl Generator {
    /// A program that switches the MMU on first.
    pub fn mapped(&mut self, states: usize) -> Program {
        let n = 10 + self.rng.below(60) as usize;
        self.mode = Mode::Supervisor;
        self.mapped = true;
        let mut items = vec![Item::Words(tables::switch_on(self.rng.below(2)))];
        if self.rng.percent(40) {
            self.mode = Mode::User;
            let drop = [
                f3(Op::Rdpsr, 0, R(0), 1),
                f3(Op::Andn, 1, I(0x80), 1),
                f3(Op::Wrpsr, 1, R(0), 0),
            ];
            items.push(Item::Words([&drop[..], &[NOP; 3]].concat()));
        }
        for i in items.len()..n {
            items.push(self.mapped_item(i, n));
        }
        // They start as the supervisor even so.
        self.mode = Mode::Supervisor;
        let states = (0..states).map(|_| self.mapped_state()).collect();
        self.mapped = false;
        Program {
            items,
            kept: 1,
            states,
        }
    }

    fn mapped_state(&mut self) -> State {
        let mut state = self.state();
        let r = &mut self.rng;
        for word in &mut state[MEM..MEM + tables::PAGES] {
            let kind = if r.percent(85) { 2 } else { r.below(4) };
            let marks = r.word() & 0xe0;
            *word = tables::entry(DATA & !0xfff, r.below(8)) & !3 | marks | kind;
        }
        state
    }

    fn mapped_item(&mut self, i: usize, n: usize) -> Item {
        match self.rng.below(20) {
            0..=8 => Item::Words(self.mapped_access()),
            9..=11 => self.other_mapping(i, n),
            12 => Item::Words(self.probe()),
            _ => self.item(i, n),
        }
    }

    /// An address of the second half of the data memory in some mapping.
    fn mapped_address(&mut self, offset: u32) -> u32 {
        let r = &mut self.rng;
        let at = DATA_MIDDLE - RAM + offset;
        match r.below(10) {
            // Of a segment, the page decides; of the memory, where the data lies.
            0..=5 => {
                let segment = r.below(64);
                let within = match segment % 4 {
                    1 => at,
                    _ => r.below(64) << 12 | at & 0xfff,
                };
                tables::SEGMENTED | segment << 18 | within
            }
            6..=8 => (tables::REGIONS + (r.below(8) << 24)) | at,
            _ => r.pick(&[tables::RESERVED, tables::INVALID, 0]) | at,
        }
    }

    fn mapped_access(&mut self) -> Vec<u32> {
        let op = loop {
            let op = self.rng.pick(Op::ALL);
            if matches!(
                family(op),
                Some(Family::Memory | Family::FpMemory | Family::Alternate)
            ) && !matches!(op, Op::Ldfsr)
            {
                break op;
            }
        };
        let offset = self.offset(op) as u32;
        let address = if op.class() == Class::Atomic {
            // See `crate::known`: for QEMU their faults are those of loads.
            let rights = self.rng.pick(&[1, 3]);
            (tables::REGIONS + (rights << 24)) | (DATA_MIDDLE - RAM + offset)
        } else {
            self.mapped_address(offset)
        };
        let reg = 1 + self.rng.below(6) as u8;
        let mut words = set(address, reg).to_vec();
        words.push(self.access(op, reg));
        words
    }

    /// A jump to a later item in another mapping, which may not be executable.
    fn other_mapping(&mut self, i: usize, n: usize) -> Item {
        let r = &mut self.rng;
        let to = i + 1 + r.below(((n - i) as u32).min(8)) as usize;
        let mapping = match r.below(10) {
            0..=3 => tables::CODE_SEGMENTS,
            4..=8 => tables::REGIONS + (r.below(8) << 24),
            _ => r.pick(&[tables::RESERVED, tables::INVALID]),
        };
        Item::Jump {
            via: 1 + r.below(6) as u8,
            skew: 0,
            off: mapping - RAM,
            rd: if r.percent(50) { 0 } else { 15 },
            to,
            slot: NOP,
        }
    }

    fn probe(&mut self) -> Vec<u32> {
        let address = self.mapped_address(0) & !0xfff | tables::ENTIRE;
        let (op, rd) = match self.rng.percent(70) {
            true => (Op::Lda, 1 + self.rng.below(6) as u8),
            false => (Op::Sta, 0),
        };
        debug_assert!(rd != BASE);
        let mut words = set(address, 1).to_vec();
        words.push(alternate(op, tables::FLUSH_PROBE, 1, rd));
        words
    }
}
