//! Basic blocks: instructions in the SRAM that follow each other and touch nothing outside the core.
//! They are executed one by one, and the cycles of their issue are looked up
//! ([`crate::pipeline::timing`]). A block whose instruction turns out to access something else is left
//! there, for single steps.

use crate::decoded::{BREAK, DecodedInsn, FLAGS, FREE, NO_BLOCK, READY, UNKNOWN_BLOCK, branches};
use crate::isa::{BlockRole, Op};
use crate::noted::Known;
use crate::pipeline::HotState;
use crate::pipeline::timing::{BlockTiming, EntryState, LONGEST, one_bank};

/// Bytes of the longest one.
pub(crate) const REACH: usize = 4 * LONGEST;
/// Shorter ones are not worth it.
const SHORTEST: usize = 2;
/// Timings kept of one block.
const TIMINGS: usize = 64;
/// Blocks kept.
const BLOCKS: usize = 1 << 12;
/// A block is shortened when it has been left this often, and at least each fourth time.
const LEFT: u32 = 16;

/// What is executed of a basic block at once.
#[derive(Clone, Copy)]
pub(crate) struct Fit<'a> {
    pub timing: &'a BlockTiming,
    /// Its instructions, the branch apart.
    pub body: &'a [Op],
    pub branch: Option<&'a DecodedInsn>,
    /// It is a prefix.
    pub cut: bool,
}

/// A basic block.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    /// What its instructions do, the branch apart; then all that decides their timing.
    body: Box<[Op]>,
    slots: Box<[DecodedInsn]>,
    pc: u32,
    /// What its timing depends on: general registers as bits, and whether on the flags of the FPU.
    pub waits: (u64, bool),
    /// Which of its loads and stores were last seen in the bank that is fetched from.
    same: u16,
    timings: Vec<BlockTiming>,
    /// Numbers of timings, by a hash of what they are for: where one is found first.
    likely: [u8; 32],
    taken: u32,
    left: u32,
    /// What those who check programs know it by.
    pub known: Option<Known>,
}

impl Block {
    fn new(slots: Vec<DecodedInsn>, pc: u32) -> Block {
        let places = || slots.iter().flat_map(|s| s.waits);
        Block {
            pc,
            body: slots
                .iter()
                .filter(|s| !branches(s))
                .map(|s| s.op)
                .collect(),
            waits: (
                places()
                    .filter(|&p| p < FLAGS)
                    .fold(0, |bits, place| bits | 1 << place),
                places().any(|place| place == FLAGS),
            ),
            slots: slots.into_boxed_slice(),
            same: 0,
            timings: Vec::new(),
            likely: [0; 32],
            taken: 0,
            left: 0,
            known: None,
        }
    }

    /// The addresses of its instructions.
    pub fn places(&self) -> impl Iterator<Item = u32> {
        self.slots.iter().scan(self.pc, |at, s| {
            let pc = *at;
            *at = at.wrapping_add(s.op.len.into());
            Some(pc)
        })
    }

    /// How many instructions there are up to the one at `end`, and that one; all if it is no part of
    /// the block.
    #[inline(always)]
    pub fn up_to(&self, end: u32) -> usize {
        let distance = end.wrapping_sub(self.pc);
        if distance as usize >= REACH {
            return self.slots.len();
        }
        self.find_end(distance)
    }

    #[cold]
    fn find_end(&self, distance: u32) -> usize {
        let mut at = 0;
        for (i, s) in self.slots.iter().enumerate() {
            if at == distance {
                return i + 1;
            }
            at += u32::from(s.op.len);
        }
        self.slots.len()
    }

    /// What of it a core at `l` executes at once after `entry`: all instructions up to the end of the hardware loop, or
    /// the prefix that issues in time.
    #[inline(always)]
    pub fn fits(&mut self, entry: &EntryState, l: &HotState) -> Option<Fit<'_>> {
        let most = self.up_to(l.loop_end);
        let left = l.until.saturating_sub(l.first());
        let likely = self.likely_place(entry, most);
        let fits = |p: &BlockTiming| p.is_for(entry, most, self.same) && p.ends_within(left);
        let (i, cut) = match self.timings.get(likely).is_some_and(fits) {
            true => (likely, false),
            false => self.find_fit(entry, most, left)?,
        };
        let timing = self.timings.get(i)?;
        let (body, branch) = match self.body.get(..usize::from(timing.length)) {
            Some(body) => (body, None),
            None => (&*self.body, self.slots.last()),
        };
        Some(Fit {
            timing,
            body,
            branch,
            cut,
        })
    }

    /// The number of the timing of what issues within `left` cycles of the first `most` instructions, and whether these are
    /// more.
    #[inline(never)]
    fn find_fit(&mut self, entry: &EntryState, most: usize, left: u64) -> Option<(usize, bool)> {
        let i = self.find_place(entry, most)?;
        match self.timings.get(i)?.before(left) {
            0 => None,
            length if length < most => Some((self.find_place(entry, length)?, true)),
            _ => Some((i, false)),
        }
    }

    /// The timing of the first `length` instructions after `entry`.
    pub fn find(&mut self, entry: &EntryState, length: usize) -> Option<&BlockTiming> {
        let i = self.find_place(entry, length)?;
        self.timings.get(i)
    }

    /// The number that the timing of the first `length` instructions after `entry` had, or one that hashes alike.
    #[inline(always)]
    fn likely_place(&self, entry: &EntryState, length: usize) -> usize {
        self.likely[self.hash(entry, length)].into()
    }

    #[inline(always)]
    fn hash(&self, entry: &EntryState, length: usize) -> usize {
        entry.hash((length as u64) << 16 | u64::from(self.same)) % 32
    }

    /// The number of the timing of the first `length` instructions after `entry`.
    fn find_place(&mut self, entry: &EntryState, length: usize) -> Option<usize> {
        let likely = self.likely_place(entry, length);
        match self.timings.get(likely) {
            Some(p) if p.is_for(entry, length, self.same) => Some(likely),
            _ => {
                let i = self.look_for(entry, length)?;
                let hash = self.hash(entry, length);
                self.likely[hash] = i as u8;
                Some(i)
            }
        }
    }

    #[inline(never)]
    fn look_for(&mut self, entry: &EntryState, length: usize) -> Option<usize> {
        let same = self.same;
        let mut timings = self.timings.iter();
        let i = match timings.position(|p| p.is_for(entry, length, same)) {
            Some(i) => i,
            None => {
                let slots = self.slots.get(..length)?;
                let timing = BlockTiming::new(*entry, slots, self.pc, same)?;
                if self.timings.len() >= TIMINGS {
                    self.timings.clear();
                }
                self.timings.push(timing);
                self.timings.len() - 1
            }
        };
        Some(i)
    }

    /// Load or store `i` is in another bank than expected.
    #[cold]
    pub fn turn_over(&mut self, i: usize) {
        self.same ^= 1 << (i % LONGEST);
    }

    /// The block was executed.
    #[inline(always)]
    pub fn count(&mut self) {
        self.taken = self.taken.saturating_add(1);
    }

    /// It was left after `done` instructions. True if it is of no use any more.
    #[cold]
    pub fn leave(&mut self, done: usize) -> bool {
        self.left += 1;
        if self.left < LEFT || self.left < self.taken / 4 {
            return false;
        }
        let useless = done < SHORTEST;
        if !useless && let Some(slots) = self.slots.get(..done) {
            *self = Block::new(slots.to_vec(), self.pc);
        }
        useless
    }
}

/// All blocks of a core.
#[derive(Clone, Debug, Default)]
pub(crate) struct Blocks {
    all: Vec<Block>,
    /// The checks know that the blocks before these are forgotten.
    announced: bool,
}

impl Blocks {
    /// How often a block was executed.
    #[cfg(test)]
    pub fn taken(&self) -> u32 {
        self.all.iter().map(|block| block.taken).sum()
    }

    /// The block of this number; and whether the checks know that the ones before are forgotten.
    #[inline(always)]
    pub fn get(&mut self, number: u16) -> Option<(&mut Block, &mut bool)> {
        let block = self.all.get_mut(usize::from(number).wrapping_sub(1))?;
        Some((block, &mut self.announced))
    }

    /// Finds the block that begins at `pc`; `slots` are the decoded instructions of the SRAM, of which the
    /// first gets its number.
    #[cold]
    pub fn find(&mut self, slots: &mut [DecodedInsn], pc: u32) {
        if self.all.len() >= BLOCKS {
            self.all.clear();
            self.announced = false;
            slots.iter_mut().for_each(|s| s.block = UNKNOWN_BLOCK);
        }
        let mut found = Vec::new();
        let mut at = pc;
        while let Some(s) = slots.get(at as usize >> 1) {
            if s.flags & READY == 0 {
                // To be decided when this is decoded.
                return;
            }
            let fits =
                s.flags & (FREE | BREAK) == 0 && (stays(s) || branches(s)) && one_bank(pc, at);
            if !fits || found.len() == LONGEST {
                break;
            }
            found.push(at as usize >> 1);
            if branches(s) {
                break;
            }
            at = at.wrapping_add(s.op.len.into());
        }
        let number = if found.len() >= SHORTEST {
            let found = found.iter().filter_map(|&i| slots.get(i).copied());
            self.all.push(Block::new(found.collect(), pc));
            self.all.len() as u16
        } else {
            NO_BLOCK
        };
        if let Some(s) = slots.get_mut(pc as usize >> 1) {
            s.block = number;
        }
    }
}

/// Whether an instruction can be in a block.
fn stays(s: &DecodedInsn) -> bool {
    s.op.opcode.traits().block == BlockRole::Inside
}
