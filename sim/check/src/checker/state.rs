//! What the checks know of cores and memory, and what they find by single instructions.

use crate::checks::deadlock::Spins;
use crate::checks::masked::{Masked, Off};
use crate::checks::order::Order;
use crate::checks::races::{Race, Races};
use crate::checks::stack::Stack;
use crate::checks::stale::Stale;
use crate::checks::uninit::{self, Uninit, Unwritten};
use crate::checks::wild::Wild;
use crate::checks::{Check, What};
use crate::finding::{Finding, Findings, Party};
use crate::kind::Checks;
use crate::layout::{AreaKind, Layout};
use crate::shadow::{OUTSIDE, Shadow};
use std::collections::BTreeMap;
use trueboard_core::observe::{Executed, RegSet, Touched};
use trueboard_core::time::Tick;

/// What the checks know, but for blocks.
pub(super) struct State {
    pub checks: Checks,
    /// They are all.
    pub all: bool,
    pub layout: Layout,
    pub shadow: Shadow,
    pub findings: Findings,
    /// Writes so far.
    pub seq: u32,
    /// Interrupts may be off for so many base ticks.
    pub off: u64,
    pub uninit: Uninit,
    pub wild: Wild,
    pub stack: Stack,
    pub stale: Stale,
    pub races: Races,
    pub masked: Masked,
    pub spins: Spins,
    pub order: Order,
    /// What atomics have left in their words.
    pub locks: BTreeMap<u64, [u8; 8]>,
    /// A bit for each of their words, several for one: where it is 0 there is none.
    pub locks_near: u64,
    /// How often code of blocks was overwritten.
    pub overwritten: u32,
    pub last: Tick,
}

impl State {
    pub fn new(checks: Checks, layout: Layout, known: Vec<RegSet>, off: u64) -> State {
        let cores = layout.cores.len();
        let mut shadow = Shadow::new(layout.memories.iter().map(|m| (m.at, m.size)));
        for m in layout.memories.iter().filter(|m| !m.writable) {
            shadow.write(m.at, m.size);
        }
        for area in layout.areas.iter().filter(|a| a.kind != AreaKind::Left) {
            shadow.write(area.at, area.end - area.at);
        }
        State {
            checks,
            all: checks == Checks::ALL,
            wild: Wild::new(&layout),
            stale: Stale::new(&layout),
            shadow,
            findings: Findings::default(),
            seq: 1,
            off,
            uninit: Uninit::new(known),
            stack: Stack::new(cores),
            races: Races::new(cores),
            masked: Masked::new(cores),
            spins: Spins::new(cores),
            order: Order::default(),
            locks: BTreeMap::new(),
            locks_near: 0,
            overwritten: 0,
            layout,
            last: Tick(0),
        }
    }

    fn was_off(&self, core: u8, at: Tick, off: Off) -> Finding {
        Finding {
            check: Check::IrqsOff,
            what: What::Masked,
            core,
            pc: off.pc,
            address: None,
            other: Some(Party {
                core: Some(core),
                pc: off.until,
            }),
            amount: off.ticks,
            at,
            count: 1,
        }
    }

    /// Adds what is not over, with the cores at `standing`.
    pub fn at_end(&self, standing: &[u64], all: &mut Findings) {
        for (core, &pc) in (0u8..).zip(standing) {
            if self.checks.has(Check::IrqsOff)
                && let Some(open) = self.masked.open(core, self.last, pc)
                && open.ticks > self.off
            {
                all.add(self.was_off(core, self.last, open));
            }
        }
    }

    /// Records the stack pointer of `core` behind the instruction at `pc`; `sp_from_sp`: it was computed from the old
    /// one.
    #[inline]
    pub fn stack_moved(&mut self, core: u8, at: Tick, pc: u64, stack: u64, sp_from_sp: bool) {
        if (self.checks.has(Check::Stack) || self.checks.has(Check::Wild))
            && let Some(beyond) = self.stack.moved(core, stack, sp_from_sp, &self.layout)
            && self.checks.has(Check::Stack)
        {
            self.findings.add(Finding {
                check: Check::Stack,
                what: What::Overflow,
                core,
                pc,
                address: Some(stack),
                other: None,
                amount: beyond,
                at,
                count: 1,
            });
        }
    }

    /// Records an access to memory. True if a register is unknown from now on.
    pub fn on_access(
        &mut self,
        core: u8,
        at: Tick,
        done: &Executed,
        a: &Touched,
        again: bool,
    ) -> bool {
        // A lock that another core holds is not written by who fails to take it.
        let fails = self.is_failed_lock(a);
        let checks = self.checks;
        let has = |check| checks.has(check);
        let found = |check, what, other: Option<(u8, u32)>| Finding {
            check,
            what,
            core,
            pc: done.pc,
            address: Some(a.physical),
            other: other.map(|(writer, pc)| Party {
                core: (writer != OUTSIDE).then_some(writer),
                pc: pc.into(),
            }),
            amount: a.bytes.into(),
            at,
            count: 1,
        };
        let mut claimed = true;
        if has(Check::Wild)
            && let Some(what) = self.wild.access(core, a, &self.layout, &self.stack)
        {
            claimed = what == What::ReadOnly;
            self.findings.add(found(Check::Wild, what, None));
        }
        // Who reads by a wild pointer has one thing wrong, not two.
        let mut unknown = false;
        if a.load
            && has(Check::Uninit)
            && claimed
            && let Some(load) = uninit::load(&mut self.shadow, (done.pc, at), a)
        {
            self.uninit.loads(core, done, load);
            unknown = true;
        }
        if has(Check::Stale)
            && let Some(writer) = self.stale.data(core, a, self.seq, &mut self.shadow)
        {
            self.findings
                .add(found(Check::Stale, What::OldData, Some(writer)));
        }
        if has(Check::Races) {
            if !fails {
                self.races
                    .access(core, at, done, a, again, &mut self.shadow);
            }
            self.raced();
        }
        if a.store && !fails {
            self.on_store(core, done.pc, a.physical, a.bytes.into());
        }
        unknown
    }

    /// Records the registers of an instruction of `core`.
    #[inline]
    pub fn registers(&mut self, core: u8, at: Tick, done: &Executed) {
        if self.checks.has(Check::Uninit)
            && let Some(unwritten) = self.uninit.registers(core, done)
        {
            self.unwritten((core, at), done, unwritten);
        }
    }

    #[cold]
    fn unwritten(&mut self, (core, at): (u8, Tick), done: &Executed, unwritten: Unwritten) {
        let finding = match unwritten {
            Unwritten::Register(place) => {
                let bytes = done.access.map_or(0, |a| a.bytes);
                uninit::finding((core, at), done.pc, What::Register(place), None, bytes)
            }
            Unwritten::Memory(load) => {
                // Once is enough for each byte.
                self.shadow.write(load.physical, load.bytes.into());
                let place = Some(load.physical);
                uninit::finding((core, load.at), load.pc, What::Memory, place, load.bytes)
            }
        };
        self.findings.add(finding);
    }

    /// The bit of a word among those of `locks_near`.
    #[inline]
    pub fn near(physical: u64) -> u64 {
        1 << (physical >> 2 & 63)
    }

    /// An atomic leaves a word as the last atomic, or a store, has left it. Records that word.
    fn is_failed_lock(&mut self, a: &Touched) -> bool {
        if !a.store {
            return false;
        }
        let near = State::near(a.physical);
        if a.load {
            self.locks_near |= near;
            return self.locks.insert(a.physical, a.held) == Some(a.held);
        }
        if self.locks_near & near != 0
            && let Some(held) = self.locks.get_mut(&a.physical)
        {
            *held = a.held;
        }
        false
    }

    #[inline]
    pub fn raced(&mut self) {
        if self.races.has_found() {
            self.take_races();
        }
    }

    #[cold]
    fn take_races(&mut self) {
        for race in self.races.take() {
            let Race {
                core,
                pc,
                other,
                other_pc,
                physical,
                at,
            } = race;
            self.findings.add(Finding {
                check: Check::Races,
                what: What::Race,
                core,
                pc,
                address: Some(physical),
                other: Some(Party {
                    core: Some(other),
                    pc: other_pc,
                }),
                amount: 0,
                at,
                count: 1,
            });
        }
    }

    /// Notes a write by a core, or from outside.
    pub fn on_store(&mut self, writer: u8, pc: u64, pa: u64, bytes: u64) {
        self.seq = self.seq.saturating_add(1);
        let seq = self.seq;
        let words = [Check::Stale, Check::Races, Check::Deadlock];
        let words = words.into_iter().any(|c| self.checks.has(c));
        if bytes <= 8 && pa % 8 + bytes <= 8 {
            // The usual store.
            if let Some((page, off)) = self.shadow.page(pa) {
                page.write(off, bytes as usize);
                if page.is_code(off) {
                    self.overwritten = self.overwritten.wrapping_add(1);
                }
                if words {
                    for o in (off & !3..off + bytes as usize).step_by(4) {
                        let word = page.word(o);
                        (word.seq, word.writer, word.pc) = (seq, writer, pc as u32);
                    }
                }
            }
            return;
        }
        let overwritten = &mut self.overwritten;
        self.shadow.each(pa, bytes, |page, off, n| {
            page.write(off, n);
            if page.is_code(off) {
                *overwritten = overwritten.wrapping_add(1);
            }
            if words {
                for o in (off & !3..off + n).step_by(4) {
                    let word = page.word(o);
                    (word.seq, word.writer, word.pc) = (seq, writer, pc as u32);
                }
            }
        });
    }

    pub fn executed(&mut self, core: u8, at: Tick, done: &Executed) {
        self.last = self.last.max(at);
        self.registers(core, at, done);
        let waits = self.checks.has(Check::Races) || self.checks.has(Check::Deadlock);
        let again = waits && self.spins.takes(core, at, done);
        if self.checks.has(Check::Races) {
            self.races.step(core, done, &mut self.shadow);
            self.raced();
        }
        if self.checks.has(Check::Stale)
            && let Some((writer, pc)) = self.stale.code(core, done, self.seq, &mut self.shadow)
        {
            self.findings.add(Finding {
                check: Check::Stale,
                what: What::OldCode,
                core,
                pc: done.pc,
                address: Some(done.physical),
                other: Some(Party {
                    core: (writer != OUTSIDE).then_some(writer),
                    pc: pc.into(),
                }),
                amount: done.bytes.into(),
                at,
                count: 1,
            });
        }
        // Before the access: what is pushed lies by the new stack pointer.
        self.stack_moved(core, at, done.pc, done.stack, done.sp_from_sp);
        if let Some((pa, bytes)) = done.saved {
            self.on_store(core, done.pc, pa, bytes);
        }
        if let Some(a) = &done.access {
            if a.memory {
                self.on_access(core, at, done, a, again);
            } else {
                if self.checks.has(Check::Races) {
                    self.races.device(core, a, &self.layout);
                }
                if self.checks.has(Check::Registers)
                    && let Some(device) = self.layout.device(a.physical)
                    && let Some(rule) = self.order.takes(device, a)
                {
                    self.findings.add(Finding {
                        check: Check::Registers,
                        what: What::Order(rule),
                        core,
                        pc: done.pc,
                        address: Some(a.physical),
                        other: None,
                        amount: a.value.into(),
                        at,
                        count: 1,
                    });
                }
            }
        }
        if self.checks.has(Check::IrqsOff)
            && let Some(off) = self.masked.is(core, at, done.pc, done.masked)
            && off.ticks > self.off
        {
            let finding = self.was_off(core, at, off);
            self.findings.add(finding);
        }
    }
}
