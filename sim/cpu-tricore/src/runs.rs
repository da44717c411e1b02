//! Runs: instructions that follow each other and that nothing outside the core can hold or refuse.
//! What they do is done one by one, but their way through the pipes is looked up
//! ([`crate::pipe::Passage`]). A run can be left anywhere: its first instructions have passages of
//! their own. How often each was taken is counted, and metered when somebody is about to look.

use crate::act::{Act, act};
use crate::code::{Entry, PAGE_HALVES, Ready};
use crate::core::KINDS;
use crate::isa::{Class, Sem};
use crate::pipe::{Passage, Pipe, conditional};
use crate::slot::Slot;
use crate::tally::Tally;
use trueboard_core::meter::CoreMeter;

/// Instructions of a run, at most.
const LONGEST: usize = 24;
/// Half-words of a run, at most.
pub const HALVES: usize = 2 * LONGEST;
/// Passages kept of a whole run, and of its beginnings.
const PASSAGES: usize = 8;
const BEGINNINGS: usize = 32;
/// Runs kept.
const RUNS: usize = 1 << 13;

/// The number of an entry's run, while none has been looked for.
pub const UNKNOWN: u16 = 0;
/// The same, when there is none.
pub const NONE: u16 = u16::MAX;

/// One run.
#[derive(Clone, Debug)]
pub struct Run {
    /// Its instructions.
    slots: Box<[Slot]>,
    /// Those before the jump, and what does what they do.
    pub acts: Box<[(Act, Slot)]>,
    /// The jump at its end.
    pub jump: Option<Slot>,
    /// Bytes of them all.
    pub bytes: u32,
    /// How it passes, and how often it did since that was metered.
    passages: Vec<(Passage, u64)>,
    /// The same for its first instructions alone.
    beginnings: Vec<(Passage, u64)>,
}

impl Run {
    fn new(slots: Vec<Slot>) -> Run {
        Run {
            bytes: slots.iter().map(|s| u32::from(s.len)).sum(),
            acts: slots.iter().filter_map(|s| Some((act(s)?, *s))).collect(),
            jump: slots.last().filter(|s| jumps(s)).copied(),
            slots: slots.into_boxed_slice(),
            passages: Vec::new(),
            beginnings: Vec::new(),
        }
    }

    /// How many instructions it has.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Bytes of its first `count` instructions.
    pub fn bytes_of(&self, count: usize) -> u32 {
        let lengths = self.slots.iter().map(|s| u32::from(s.len));
        lengths.take(count).sum()
    }

    /// How many of its instructions lie in its first `bytes`.
    pub fn within(&self, bytes: u32) -> usize {
        let ends = self.slots.iter().scan(0, |end, s| {
            *end += u32::from(s.len);
            Some(*end)
        });
        ends.take_while(|&end| end <= bytes).count()
    }

    /// How the run, which begins at `pc`, goes through `pipe` now, if it can be told beforehand: the
    /// number of a passage of the whole run.
    #[inline(always)]
    pub fn passage(&mut self, pipe: &mut Pipe, pc: u32, group: u32) -> Option<usize> {
        let begin = pipe.begin(group == pc >> 3)?;
        let known = self.passages.iter().position(|p| p.0.is_for(&begin));
        if known.is_some() {
            return known;
        }
        if self.passages.len() >= PASSAGES {
            return None;
        }
        let p = pipe.passage(begin, &self.slots, pc)?;
        self.passages.push((p, 0));
        Some(self.passages.len() - 1)
    }

    /// The passage of this number.
    #[inline(always)]
    pub fn whole(&self, i: usize) -> &Passage {
        &self.passages[i].0
    }
}

/// A passage that was taken since everything was metered: number of the run, and of its passage
/// among those of the whole run or of its beginnings.
#[derive(Clone, Copy, Debug)]
struct Taken {
    run: u16,
    whole: bool,
    passage: u8,
}

/// All runs of a core.
#[derive(Clone, Debug, Default)]
pub struct Runs {
    runs: Vec<Run>,
    taken: Vec<Taken>,
}

impl Runs {
    /// The run of this number.
    #[inline(always)]
    pub fn get(&mut self, number: u16) -> Option<&mut Run> {
        self.runs.get_mut(usize::from(number).wrapping_sub(1))
    }

    /// There is no room for more.
    pub fn full(&self) -> bool {
        self.runs.len() >= RUNS
    }

    /// Forgets all; everything must have been metered.
    pub fn clear(&mut self) {
        *self = Runs::default();
    }

    /// The number of the run that begins at entry `i` of a page; [`NONE`], or [`UNKNOWN`] if that
    /// cannot be told yet.
    #[cold]
    pub fn find(&mut self, entries: &[Entry; PAGE_HALVES], mut i: usize) -> u16 {
        let mut slots = Vec::new();
        while let Some(e) = entries.get(i) {
            let s = &e.slot;
            i += usize::from(s.len / 2);
            if e.ready == Ready::No {
                return UNKNOWN;
            }
            if e.ready != Ready::Yes || !(act(s).is_some() || jumps(s)) || i > PAGE_HALVES {
                break;
            }
            slots.push(*s);
            if jumps(s) || slots.len() == LONGEST {
                break;
            }
        }
        if slots.is_empty() || self.full() {
            return NONE;
        }
        self.runs.push(Run::new(slots));
        self.runs.len() as u16
    }

    /// Run `number` goes through `pipe` as number `i` of its passages. Answers how many groups of
    /// bytes it fetches.
    #[inline(always)]
    pub fn pass(&mut self, number: u16, i: usize, pipe: &mut Pipe, tally: &mut Tally) -> u8 {
        let Some(run) = self.runs.get_mut(usize::from(number).wrapping_sub(1)) else {
            return 0;
        };
        let (p, times) = &mut run.passages[i];
        if *times == 0 {
            self.taken.push(Taken {
                run: number,
                whole: true,
                passage: i as u8,
            });
        }
        *times += 1;
        pipe.pass(p, tally);
        p.fetches
    }

    /// The same for the first `count` instructions of run `number`, which begins at `pc`.
    #[inline(never)]
    pub fn pass_beginning(
        &mut self,
        (number, count): (u16, usize),
        (pc, group): (u32, u32),
        pipe: &mut Pipe,
        tally: &mut Tally,
        kinds: &mut [u64; KINDS],
    ) -> u32 {
        let Some(run) = self.runs.get_mut(usize::from(number).wrapping_sub(1)) else {
            return 0;
        };
        let slots = run.slots.get(..count).unwrap_or(&[]);
        if let Some(begin) = pipe.begin(group == pc >> 3) {
            let known = |p: &(Passage, u64)| p.0.count() == count && p.0.is_for(&begin);
            let mut i = run.beginnings.iter().position(known);
            if i.is_none()
                && run.beginnings.len() < BEGINNINGS
                && let Some(p) = pipe.passage(begin, slots, pc)
            {
                run.beginnings.push((p, 0));
                i = Some(run.beginnings.len() - 1);
            }
            if let Some(i) = i {
                let (p, times) = &mut run.beginnings[i];
                if *times == 0 {
                    self.taken.push(Taken {
                        run: number,
                        whole: false,
                        passage: i as u8,
                    });
                }
                *times += 1;
                pipe.pass(p, tally);
                return p.fetches.into();
            }
        }
        let mut group = group;
        let fetches = pipe.send(slots, pc, &mut group, tally);
        meter(slots, 1, tally, kinds);
        fetches
    }

    /// Meters what was passed since the last time.
    pub fn settle(&mut self, tally: &mut Tally, kinds: &mut [u64; KINDS]) {
        for t in self.taken.drain(..) {
            let Some(run) = self.runs.get_mut(usize::from(t.run).wrapping_sub(1)) else {
                continue;
            };
            let of = match t.whole {
                true => &mut run.passages,
                false => &mut run.beginnings,
            };
            let Some((p, times)) = of.get_mut(usize::from(t.passage)) else {
                continue;
            };
            let times = std::mem::take(times);
            p.meter(times, tally);
            meter(
                run.slots.get(..p.count()).unwrap_or(&[]),
                times,
                tally,
                kinds,
            );
        }
    }
}

/// Meters what `slots` are, executed `times`.
fn meter(slots: &[Slot], times: u64, tally: &mut Tally, kinds: &mut [u64; KINDS]) {
    for s in slots {
        kinds[s.class as usize & (KINDS - 1)] += times;
        match s.class {
            Class::LoadD | Class::LoadA => tally.add(CoreMeter::Loads, times),
            Class::Store => tally.add(CoreMeter::Stores, times),
            _ => {}
        }
    }
}

/// Whether an instruction can end a run: a jump whose target it tells itself.
fn jumps(s: &Slot) -> bool {
    match s.class {
        Class::JumpD | Class::Loop => true,
        Class::Jump => s.sem == Sem::J || conditional(s),
        _ => false,
    }
}
