//! Runs: instructions that follow each other in one line of code and that nothing outside the core
//! can hold or refuse. What they do is done one by one, but their way through the pipes is looked up
//! ([`crate::pipe::Passage`]). A run that turns out to access something else is left there; what was
//! done of it goes through the pipes instruction by instruction.

use crate::code::{Entry, PAGE_HALVES, Ready};
use crate::core::KINDS;
use crate::isa::operands::Mode;
use crate::isa::{Class, Sem};
use crate::mem::AtHand;
use crate::pipe::{Passage, Pipe, conditional};
use crate::slot::Slot;
use crate::straight::size;
use crate::tally::Tally;
use trueboard_core::meter::CoreMeter;

/// Bytes of a line of code; runs stay within one.
const LINE: u32 = 32;
/// Shorter ones are not worth it.
const SHORTEST: usize = 2;
/// Passages kept of one run.
const PASSAGES: usize = 6;
/// Runs kept.
const RUNS: usize = 1 << 15;
/// A run is shortened when it has been left this often, and at least each fourth time.
const LEFT: u32 = 16;

/// The number of an entry's run, while none has been looked for.
pub const UNKNOWN: u16 = 0;
/// The same, when there is none.
pub const NONE: u16 = u16::MAX;

/// One run.
#[derive(Clone, Debug)]
pub struct Run {
    /// Its instructions.
    pub slots: Box<[Slot]>,
    /// Bytes of them all.
    pub bytes: u32,
    /// The last one is a jump.
    pub jumps: bool,
    passages: Vec<Passage>,
    /// How many instructions of which class.
    kinds: Vec<(u8, u8)>,
    loads: u8,
    stores: u8,
    taken: u32,
    left: u32,
}

impl Run {
    fn new(slots: Vec<Slot>) -> Run {
        let mut kinds: Vec<(u8, u8)> = Vec::new();
        for s in &slots {
            let class = s.class as u8;
            match kinds.iter_mut().find(|k| k.0 == class) {
                Some(k) => k.1 += 1,
                None => kinds.push((class, 1)),
            }
        }
        let of = |classes: &[Class]| {
            let n = slots.iter().filter(|s| classes.contains(&s.class)).count();
            n as u8
        };
        Run {
            bytes: slots.iter().map(|s| u32::from(s.len)).sum(),
            jumps: slots.last().is_some_and(jumps),
            loads: of(&[Class::LoadD, Class::LoadA]),
            stores: of(&[Class::Store]),
            slots: slots.into_boxed_slice(),
            passages: Vec::new(),
            kinds,
            taken: 0,
            left: 0,
        }
    }

    /// Instructions before the jump.
    #[inline(always)]
    pub fn body(&self) -> usize {
        self.slots.len() - usize::from(self.jumps)
    }

    /// How the run, which begins at `pc`, goes through `pipe` now, if it can be told beforehand.
    #[inline(always)]
    pub fn passage(&mut self, pipe: &mut Pipe, pc: u32, group: u32) -> Option<usize> {
        let begin = pipe.begin(group == pc >> 3)?;
        let known = self.passages.iter().position(|p| p.is_for(&begin));
        let i = match known {
            Some(i) => i,
            None => {
                if self.passages.len() >= PASSAGES {
                    return None;
                }
                let p = pipe.passage(begin, &self.slots, pc)?;
                self.passages.push(p);
                self.passages.len() - 1
            }
        };
        Some(i)
    }

    /// True when it has ended before cycle `until`.
    #[inline(always)]
    pub fn ends_before(&self, i: usize, pipe: &Pipe, until: u64) -> bool {
        self.passages[i].end(pipe.now()) < until
    }

    /// Accounts for the whole run, which passes as number `i` of its passages.
    #[inline(always)]
    pub fn pass(
        &mut self,
        i: usize,
        near: &AtHand,
        pipe: &mut Pipe,
        tally: &mut Tally,
        kinds: &mut [u64; KINDS],
    ) {
        let p = &self.passages[i];
        pipe.pass(p, tally);
        if near.cached {
            tally.add(CoreMeter::PcacheHits, p.fetches.into());
        }
        for &(class, n) in &self.kinds {
            kinds[usize::from(class) & (KINDS - 1)] += u64::from(n);
        }
        tally.add(CoreMeter::Loads, self.loads.into());
        tally.add(CoreMeter::Stores, self.stores.into());
        self.taken += 1;
    }

    /// Accounts for the first `done` instructions; the run, which begins at `pc`, is left then.
    /// Answers how many bytes they have, and whether the run is of no use any more.
    #[inline(never)]
    pub fn leave(
        &mut self,
        done: usize,
        (pc, group): (u32, &mut u32),
        near: &AtHand,
        (pipe, tally): (&mut Pipe, &mut Tally),
        kinds: &mut [u64; KINDS],
    ) -> (u32, bool) {
        let slots = self.slots.get(..done).unwrap_or(&[]);
        let fetches = pipe.send(slots, pc, group, tally);
        if near.cached {
            tally.add(CoreMeter::PcacheHits, fetches.into());
        }
        for s in slots {
            kinds[s.class as usize & (KINDS - 1)] += 1;
            match s.class {
                Class::LoadD | Class::LoadA => tally.add(CoreMeter::Loads, 1),
                Class::Store => tally.add(CoreMeter::Stores, 1),
                _ => {}
            }
        }
        let bytes = slots.iter().map(|s| u32::from(s.len)).sum();
        self.left += 1;
        let mut useless = false;
        if self.left >= LEFT && self.left >= self.taken / 4 {
            useless = done < SHORTEST;
            if !useless {
                *self = Run::new(slots.to_vec());
            }
        }
        (bytes, useless)
    }
}

/// All runs of a core.
#[derive(Clone, Debug, Default)]
pub struct Runs(Vec<Run>);

impl Runs {
    /// The run of this number.
    #[inline(always)]
    pub fn get(&mut self, number: u16) -> Option<&mut Run> {
        self.0.get_mut(usize::from(number).wrapping_sub(1))
    }

    /// The number of the run that begins at entry `i` of a page, that of `pc`; [`NONE`], or
    /// [`UNKNOWN`] if that cannot be told yet.
    #[cold]
    pub fn find(&mut self, entries: &[Entry; PAGE_HALVES], i: usize, pc: u32) -> u16 {
        let mut slots = Vec::new();
        let (mut at, mut i) = (pc, i);
        while let Some(e) = entries.get(i) {
            let s = &e.slot;
            if e.ready == Ready::No {
                return UNKNOWN;
            }
            let end = at.wrapping_add(u32::from(s.len));
            if e.ready != Ready::Yes || !(runs(s) || jumps(s)) || (end - 1) / LINE != pc / LINE {
                break;
            }
            slots.push(*s);
            if jumps(s) {
                break;
            }
            at = end;
            i += usize::from(s.len / 2);
            if at / LINE != pc / LINE {
                break;
            }
        }
        if slots.len() < SHORTEST || self.0.len() >= RUNS {
            return NONE;
        }
        self.0.push(Run::new(slots));
        self.0.len() as u16
    }
}

/// Whether an instruction can end a run: a jump whose target it tells itself.
fn jumps(s: &Slot) -> bool {
    match s.class {
        Class::JumpD | Class::Loop => true,
        Class::Jump => s.sem == Sem::J || conditional(s.sem),
        _ => false,
    }
}

/// Whether an instruction can be in a run.
pub(crate) fn runs(s: &Slot) -> bool {
    match s.class {
        Class::Alu | Class::Alu2 | Class::Mul | Class::Mac => true,
        Class::Fp | Class::Fp1 | Class::FpMac | Class::Addr | Class::ScaledAddr => true,
        Class::LoadD | Class::LoadA | Class::Store => {
            size(s.sem).is_some() && matches!(s.mode, Mode::Base | Mode::Pre | Mode::Post)
        }
        _ => false,
    }
}
