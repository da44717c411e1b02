//! The short way through the usual code: instructions that nothing outside the core can hold or
//! refuse, from lines that are at hand. Whatever is not one of these is left to the step by step
//! way, which does the same at greater length.

use crate::code::{PAGE_HALVES, Ready};
use crate::core::{NO_GROUP, TriCore};
use crate::isa::operands::Mode;
use crate::isa::{Class, Sem};
use crate::mem::{AtHand, MemSide};
use crate::slot::Slot;
use crate::state::State;
use trueboard_core::cpu::RunCx;
use trueboard_core::mem::Memory;
use trueboard_core::meter::CoreMeter;

impl TriCore {
    /// Executes as many instructions as go this way before the slice ends. True when it has ended,
    /// or something has to be attended to.
    #[inline(always)]
    pub(crate) fn straight(&mut self, cx: &mut RunCx<'_>) -> bool {
        let mut near = self.mem.at_hand();
        let mut pc = self.st.pc;
        let mut executed = false;
        let ended = loop {
            let e = &self.code.current[(pc >> 1) as usize & (PAGE_HALVES - 1)];
            if e.ready != Ready::Yes {
                break false;
            }
            let slot = e.slot;
            let s = &slot;
            let last = pc.wrapping_add(u32::from(s.len) - 1);
            if last >> 3 != self.group && !self.next_group(&mut near, pc, last, s) {
                break false;
            }
            let mut next = last.wrapping_add(1);
            if s.class == Class::Alu {
                if self.st.integer(s).is_err() {
                    break false;
                }
                self.pipe.issue_alu(s, &mut self.tally);
                self.kinds[Class::Alu as usize] += 1;
                executed = true;
                pc = next;
                if self.pipe.now() >= self.until {
                    break true;
                }
                continue;
            }
            match s.class {
                Class::Alu2
                | Class::Mul
                | Class::Mac
                | Class::Dvstep
                | Class::Fp
                | Class::Fp1
                | Class::FpMac
                | Class::FpDiv => {
                    if self.st.integer(s).is_err() {
                        break false;
                    }
                    self.issue_private(s);
                }
                Class::Addr | Class::ScaledAddr => {
                    self.st.address(s);
                    self.issue_private(s);
                }
                Class::LoadD | Class::LoadA => {
                    if !load(&mut self.st, &self.mem, cx.mem, s) {
                        break false;
                    }
                    self.tally.add(CoreMeter::Loads, 1);
                    self.issue_private(s);
                }
                Class::Store => {
                    if !store(&mut self.st, &self.mem, cx.mem, s) {
                        break false;
                    }
                    self.tally.add(CoreMeter::Stores, 1);
                    self.issue_private(s);
                    self.attention |= cx.mem.code_log().end() != self.code.seen;
                }
                Class::JumpD | Class::Jump | Class::Loop => {
                    let Some(taken) = self.st.takes(s) else {
                        break false;
                    };
                    self.issue_private(s);
                    let target = pc.wrapping_add(s.o as u32);
                    self.pipe.branch(s, pc, target, taken, &mut self.tally);
                    if taken {
                        self.note_transfer(pc, target);
                        self.group = NO_GROUP;
                        next = target;
                    }
                }
                _ => break false,
            }
            self.kinds[s.class as usize] += 1;
            executed = true;
            pc = next;
            if self.pipe.now() >= self.until || self.attention {
                break true;
            }
        };
        self.st.pc = pc;
        if executed {
            self.waits_for = 0;
        }
        ended
    }

    /// Issues an instruction that had nothing to wait for outside the core.
    #[inline(always)]
    fn issue_private(&mut self, s: &Slot) {
        let plan = self.pipe.plan(s);
        self.pipe.commit(s, plan, 0, 0, &mut self.tally);
    }

    /// Takes the groups that the instruction from `pc` to `last` lies in, but for one that was taken
    /// last. False if they are not at hand, or the instruction does not go this way: nothing has
    /// happened then.
    #[inline(always)]
    fn next_group(&mut self, near: &mut AtHand, pc: u32, last: u32, s: &Slot) -> bool {
        // The slot is one of another page then, and so is the group.
        if pc >> 12 != self.page {
            return false;
        }
        if !near.holds(pc) {
            *near = self.mem.bring_to_hand(pc);
        }
        if !near.holds(pc) || !near.holds(last) || !goes_this_way(&self.st, &self.mem, s) {
            return false;
        }
        let groups = 1 + u64::from(pc >> 3 != self.group && pc >> 3 != last >> 3);
        for _ in 0..groups {
            self.pipe.fetch(0);
        }
        self.tally
            .add(CoreMeter::PcacheHits, groups * u64::from(near.cached));
        self.group = last >> 3;
        true
    }
}

/// Where a load or store by one of the usual addressing modes goes, and the new value of its base
/// register. `None` if something has to be asked.
#[inline(always)]
fn place(st: &State, s: &Slot) -> Option<(u32, u32)> {
    let base = st.reg(s.b);
    let sum = base.wrapping_add(s.o as u32);
    let va = match s.mode {
        Mode::Base | Mode::Pre => sum,
        Mode::Post => base,
        _ => return None,
    };
    let words = matches!(s.sem, Sem::LdA | Sem::StA);
    ((va ^ base) >> 28 == 0 && !(words && va & 3 != 0)).then_some((va, sum))
}

/// Bytes of the loads and stores that go this way.
#[inline(always)]
fn size(sem: Sem) -> Option<u8> {
    Some(match sem {
        Sem::LdB | Sem::LdBu | Sem::StB => 1,
        Sem::LdH | Sem::LdHu | Sem::LdQ | Sem::StH => 2,
        Sem::LdW | Sem::LdA | Sem::StW | Sem::StA => 4,
        _ => return None,
    })
}

/// A load from the own data scratchpad. False if it is none: nothing has happened then.
#[inline(always)]
fn load(st: &mut State, mem: &MemSide, memory: &Memory, s: &Slot) -> bool {
    let (Some(bytes), Some((va, sum))) = (size(s.sem), place(st, s)) else {
        return false;
    };
    let Some(word) = mem.load_own(memory, va, bytes) else {
        return false;
    };
    if s.mode != Mode::Base {
        st.set_reg(s.b, sum);
    }
    let word = match s.sem {
        Sem::LdB => word as i8 as u32,
        Sem::LdH => word as i16 as u32,
        Sem::LdQ => word << 16,
        _ => word,
    };
    st.set_reg(s.d, word);
    true
}

/// The same for a store.
#[inline(always)]
fn store(st: &mut State, mem: &MemSide, memory: &mut Memory, s: &Slot) -> bool {
    let (Some(bytes), Some((va, sum))) = (size(s.sem), place(st, s)) else {
        return false;
    };
    let stored = mem.store_own(memory, va, bytes, st.reg(s.a));
    if stored && s.mode != Mode::Base {
        st.set_reg(s.b, sum);
    }
    stored
}

/// Whether the instruction will be executed this way.
#[inline(always)]
fn goes_this_way(st: &State, mem: &MemSide, s: &Slot) -> bool {
    match s.class {
        Class::LoadD | Class::LoadA | Class::Store => {
            let own = |(va, _)| size(s.sem).is_some_and(|n| mem.is_own(va, n));
            place(st, s).is_some_and(own)
        }
        Class::JumpD | Class::Loop => true,
        Class::Jump => s.sem == Sem::J || crate::exec::is_conditional(s.sem),
        Class::Alu | Class::Alu2 | Class::Mul | Class::Mac | Class::Dvstep => true,
        Class::Fp | Class::Fp1 | Class::FpMac | Class::FpDiv => true,
        Class::Addr | Class::ScaledAddr => true,
        _ => false,
    }
}
