//! The short way through the usual code: instructions that nothing outside the core can hold or
//! refuse, from lines that are at hand. Whatever is not one of these is left to the step by step
//! way, which does the same at greater length.

use crate::code::{CodeCache, PAGE_HALVES, Ready};
use crate::core::{KINDS, TriCore};
use crate::isa::operands::Mode;
use crate::isa::{Class, Sem};
use crate::mem::MemSide;
use crate::pipe::{NO_GROUP, conditional};
use crate::runs;
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
        // The parts apart, so that slots can stay where they are.
        let TriCore {
            code,
            st,
            pipe,
            tally,
            kinds,
            mem,
            group,
            history,
            attention,
            ..
        } = self;
        let CodeCache {
            current,
            runs,
            seen,
            ..
        } = code;
        let (page, until) = (self.page, self.until);
        let mut near = mem.at_hand();
        let mut pc = st.pc;
        let mut executed = false;
        // Execution came here otherwise than from the instruction before.
        let mut fresh = true;
        let mut in_runs = true;
        let ended = loop {
            let i = (pc >> 1) as usize & (PAGE_HALVES - 1);
            // The instruction before may have reached into the next page.
            if current[i].ready != Ready::Yes || pc >> 12 != page {
                break false;
            }
            if fresh && current[i].run == runs::UNKNOWN {
                current[i].run = runs.find(current, i, pc);
            }
            if in_runs && let Some(run) = runs.get(current[i].run) {
                if !near.holds(pc) {
                    near = mem.bring_to_hand(pc);
                }
                if near.holds(pc)
                    && near.holds(pc.wrapping_add(run.bytes - 1))
                    && let Some(passage) = run.passage(pipe, pc, *group)
                {
                    if run.ends_before(passage, pipe, until) {
                        let (mut done, body) = (0, run.body());
                        for s in &run.slots[..body] {
                            if !compute(st, mem, cx.mem, s) {
                                break;
                            }
                            done += 1;
                            if s.class == Class::Store && cx.mem.code_log().end() != *seen {
                                *attention = true;
                                break;
                            }
                        }
                        executed |= done > 0;
                        if done < body || *attention {
                            let place = (pc, &mut *group);
                            let (bytes, useless) =
                                run.leave(done, place, &near, (&mut *pipe, &mut *tally), kinds);
                            if useless {
                                current[i].run = runs::NONE;
                            }
                            pc = pc.wrapping_add(bytes);
                            break *attention;
                        }
                        fresh = true;
                        run.pass(passage, &near, pipe, tally, kinds);
                        let end = pc.wrapping_add(run.bytes);
                        *group = end.wrapping_sub(1) >> 3;
                        pc = end;
                        if run.jumps {
                            let s = &run.slots[body];
                            let at = end.wrapping_sub(s.len.into());
                            let taken = st.takes(s).unwrap_or(false);
                            let target = at.wrapping_add(s.o as u32);
                            pipe.branch(s, at, target, taken, tally);
                            executed = true;
                            if taken {
                                history.note(at, target);
                                *group = NO_GROUP;
                                pc = target;
                            }
                            if pipe.now() >= until {
                                break true;
                            }
                        }
                        continue;
                    }
                    // What is left of the slice is too short for a run.
                    in_runs = false;
                }
            }
            fresh = false;
            let s = &current[i].slot;
            let last = pc.wrapping_add(u32::from(s.len) - 1);
            if last >> 3 != *group {
                if !near.holds(pc) {
                    near = mem.bring_to_hand(pc);
                }
                if !near.holds(pc) || !near.holds(last) || !goes_this_way(st, mem, s) {
                    break false;
                }
                let both = pc >> 3 != *group && pc >> 3 != last >> 3;
                if both {
                    pipe.fetch(0);
                }
                pipe.fetch(0);
                if near.cached {
                    tally.add(CoreMeter::PcacheHits, 1 + u64::from(both));
                }
                *group = last >> 3;
            }
            let mut next = last.wrapping_add(1);
            let mut jumps = None;
            if s.class == Class::Alu {
                if st.integer(s).is_err() {
                    break false;
                }
                pipe.issue_alu(s, tally);
            } else {
                match s.class {
                    Class::Alu2
                    | Class::Mul
                    | Class::Mac
                    | Class::Dvstep
                    | Class::Fp
                    | Class::Fp1
                    | Class::FpMac
                    | Class::FpDiv => {
                        if st.integer(s).is_err() {
                            break false;
                        }
                    }
                    Class::Addr | Class::ScaledAddr => st.address(s),
                    Class::LoadD | Class::LoadA => {
                        if !load(st, mem, cx.mem, s) {
                            break false;
                        }
                        tally.add(CoreMeter::Loads, 1);
                    }
                    Class::Store => {
                        if !store(st, mem, cx.mem, s) {
                            break false;
                        }
                        tally.add(CoreMeter::Stores, 1);
                        *attention |= cx.mem.code_log().end() != *seen;
                    }
                    Class::JumpD | Class::Jump | Class::Loop => {
                        let Some(taken) = st.takes(s) else {
                            break false;
                        };
                        jumps = Some(taken);
                    }
                    _ => break false,
                }
                let plan = pipe.plan(s);
                pipe.commit(s, plan, 0, 0, tally);
                if let Some(taken) = jumps {
                    let target = pc.wrapping_add(s.o as u32);
                    pipe.branch(s, pc, target, taken, tally);
                    if taken {
                        history.note(pc, target);
                        *group = NO_GROUP;
                        next = target;
                        fresh = true;
                    }
                }
            }
            kinds[s.class as usize & (KINDS - 1)] += 1;
            executed = true;
            pc = next;
            if pipe.now() >= until || *attention {
                break true;
            }
        };
        self.st.pc = pc;
        if executed {
            self.waits_for = 0;
        }
        ended
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
pub(crate) fn size(sem: Sem) -> Option<u8> {
    Some(match sem {
        Sem::LdB | Sem::LdBu | Sem::StB => 1,
        Sem::LdH | Sem::LdHu | Sem::LdQ | Sem::StH => 2,
        Sem::LdW | Sem::LdA | Sem::StW | Sem::StA => 4,
        _ => return None,
    })
}

/// Does what an instruction of a run does. False if it cannot be done here: nothing has happened then.
#[inline(always)]
fn compute(st: &mut State, mem: &MemSide, memory: &mut Memory, s: &Slot) -> bool {
    match s.class {
        Class::Addr | Class::ScaledAddr => {
            st.address(s);
            true
        }
        Class::LoadD | Class::LoadA => load(st, mem, memory, s),
        Class::Store => store(st, mem, memory, s),
        _ => st.integer(s).is_ok(),
    }
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
        Class::Jump => s.sem == Sem::J || conditional(s.sem),
        Class::Alu | Class::Alu2 | Class::Mul | Class::Mac | Class::Dvstep => true,
        Class::Fp | Class::Fp1 | Class::FpMac | Class::FpDiv => true,
        Class::Addr | Class::ScaledAddr => true,
        _ => false,
    }
}
