//! How a run of instructions is issued, found once and kept: with the same results on their way in
//! the beginning, and the same of its loads and stores in the bank that is fetched from, it takes the
//! same cycles for the same reasons every time.

use crate::banks::{BANK, fetched_behind};
use crate::isa::Group;
use crate::issue::{Live, Scoreboard};
use crate::meters::{Counts, Event, Tally};
use crate::run::Exit;
use crate::runs::LONGEST;
use crate::slot::{FLAGS, PAIRS, STEP, Slot};

/// Results that may be on their way when a run begins.
const FLYING: usize = 8;
/// What a ready time looks like whose bits may still hold up who waits for it: see
/// [`crate::issue`]. The largest bias is 3, so 5 more than eight times a cycle is the next cycle.
const MATTERS: u64 = 5;

/// What the passage of a run depends on. Times count from the first cycle in which its first
/// instruction can be issued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Begin {
    /// Places and ready times of results on their way: 16 bits each, 0 when there are no more.
    flying: [u64; FLYING / 4],
    /// [`Live::line`]; 0 when it holds up nothing.
    line: u8,
    /// [`Live::pair`].
    pair: bool,
    /// Latency of the FPU.
    fpu: u8,
}

impl Begin {
    /// That of a core at `l` that executes instructions which look at the ready times of the general
    /// registers `waits`, and of the FPU's flags if `flags`; `None` when it is not one to remember.
    #[inline(always)]
    pub fn of(
        ready: &mut Scoreboard,
        l: &Live,
        (waits, flags): (u64, bool),
        fpu: u64,
    ) -> Option<Begin> {
        let from = l.first();
        let mut begin = Begin {
            flying: [0; FLYING / 4],
            line: u8::try_from(l.line.saturating_sub(from)).ok()?,
            pair: l.pair,
            fpu: fpu as u8,
        };
        let mut found = 0;
        let mut note = |place: u8, after: u64| {
            let word = begin.flying.get_mut(found / 4)?;
            let after = u8::try_from(after).ok()?;
            *word |= (u64::from(place) << 8 | u64::from(after)) << (16 * (found & 3));
            found += 1;
            Some(())
        };
        let mut rest = ready.fresh & waits;
        while rest != 0 {
            let place = rest.trailing_zeros() as u8;
            rest &= rest - 1;
            match ready.code(place).wrapping_sub(8 * from) {
                after if (after as i64) < MATTERS as i64 => ready.fresh &= !(1 << place),
                after => note(place, after)?,
            }
        }
        if flags {
            let after = ready.code(FLAGS).wrapping_sub(8 * from);
            if after as i64 >= MATTERS as i64 {
                note(FLAGS, after)?;
            }
        }
        Some(begin)
    }

    /// A core at `pc` that is so, and its ready times.
    fn core(&self, pc: u32) -> (Live, Scoreboard) {
        let mut ready = Scoreboard::new();
        let items = self.flying.iter().flat_map(|word| {
            let items = [0, 16, 32, 48].map(|shift| (word >> shift) as u16);
            items.into_iter().take_while(|&item| item != 0)
        });
        for item in items {
            ready.set((item >> 8) as u8, 8 * FROM + u64::from(item & 0xff));
        }
        let l = Live {
            pc,
            now: FROM + u64::from(self.pair),
            pair: self.pair,
            line: FROM + u64::from(self.line),
            ..Live::default()
        };
        (l, ready)
    }
}

/// Where passages begin when they are worked out: late enough for old results.
const FROM: u64 = 1 << 16;

/// How the first instructions of a run are issued. Times as in [`Begin`].
#[derive(Clone, Debug)]
pub(crate) struct Passage {
    begin: Begin,
    /// How many instructions.
    pub length: u8,
    /// Their bytes.
    bytes: u8,
    /// The cycle in which each is issued.
    at: [u8; LONGEST],
    /// In the cycle of these a line is fetched, from the bank they use if `same` says so.
    fetches: u16,
    same: u16,
    now: u8,
    pair: bool,
    /// 0: as it was.
    line: u8,
    /// Registers written, and those whose ready times may still matter.
    written: u64,
    fresh: u64,
    tally: Tally,
}

impl Passage {
    /// Works out how `slots`, which begin at `pc`, are issued; `None` if that is too much to keep.
    pub fn new(begin: Begin, slots: &[Slot], pc: u32, same: u16) -> Option<Passage> {
        let (mut l, mut ready) = begin.core(pc);
        let mut counts = Counts::new();
        let mut p = Passage {
            begin,
            length: u8::try_from(slots.len()).ok()?,
            bytes: slots.iter().map(|s| s.op.len).sum(),
            at: [0; LONGEST],
            fetches: 0,
            same,
            now: 0,
            pair: false,
            line: 0,
            written: 0,
            fresh: 0,
            tally: Tally::default(),
        };
        let line = l.line;
        for (i, s) in slots.iter().enumerate() {
            let need = ready.need(s);
            let t = l.earliest(s, need);
            if t > l.now {
                l.lose(s, need, t, &ready, &mut counts);
            }
            *p.at.get_mut(i)? = u8::try_from(t - FROM).ok()?;
            if s.flags & STEP != 0 {
                l.line = t + 1;
            }
            if s.op.group == Group::LoadStore && l.fetches(t) {
                p.fetches |= 1 << i;
                if same >> i & 1 != 0 {
                    l.lose_line(&mut counts);
                }
            }
            ready.results(s, t, begin.fpu.into());
            p.written |= s.written();
            if l.issued(s, t, PAIRS) {
                counts.add(Event::DualIssue, 1);
            }
        }
        p.now = u8::try_from(l.now - FROM).ok()?;
        p.pair = l.pair;
        if l.line != line {
            p.line = u8::try_from(l.line - FROM).ok()?;
        }
        let matters = 8 * l.first() + MATTERS;
        p.fresh = (0..64).fold(0, |bits, place| {
            bits | u64::from(ready.code(place) >= matters) << place
        });
        p.tally = counts.tally()?;
        Some(p)
    }

    /// True when the first `length` instructions of its run pass so after `begin`.
    #[inline(always)]
    pub fn is_for(&self, begin: &Begin, length: usize, same: u16) -> bool {
        self.begin == *begin
            && usize::from(self.length) == length
            && (self.same ^ same) & self.fetches == 0
    }

    /// How many of its instructions are issued before cycle `until`, at `l` in the beginning.
    #[inline(always)]
    pub fn before(&self, until: u64, l: &Live) -> usize {
        let left = until.saturating_sub(l.first());
        let length = usize::from(self.length);
        let issued = self.at.get(..length).unwrap_or(&[]);
        match issued.last() {
            Some(&last) if u64::from(last) >= left => issued
                .iter()
                .take_while(|&&at| u64::from(at) < left)
                .count(),
            _ => length,
        }
    }

    /// The way of a core at `l` through it.
    #[inline(always)]
    pub fn passing(&self, l: &Live) -> Passing {
        Passing {
            from: l.first(),
            at: self.at,
            fetches: self.fetches,
            same: self.same,
            bank: fetched_behind(l.pc),
            differs: false,
        }
    }

    /// Accounts for all of it.
    #[inline(always)]
    pub fn account(&self, l: &mut Live, ready: &mut Scoreboard, counts: &mut Counts) {
        let from = l.first();
        l.pc = l.pc.wrapping_add(self.bytes.into());
        l.now = from + u64::from(self.now);
        l.pair = self.pair;
        if self.line != 0 {
            l.line = from + u64::from(self.line);
        }
        ready.fresh = ready.fresh & !self.written | self.fresh;
        counts.again(&self.tally);
    }

    /// The cycle in which the last one was issued, at `l` in the beginning.
    #[inline(always)]
    pub fn last(&self, l: &Live) -> u64 {
        let last = usize::from(self.length).wrapping_sub(1);
        l.first() + u64::from(self.at[last % LONGEST])
    }
}

/// A core on its way through a passage.
pub(crate) struct Passing {
    from: u64,
    at: [u8; LONGEST],
    /// Those of the next instruction are in the lowest bits.
    fetches: u16,
    same: u16,
    bank: u32,
    /// It was left because a load or store is in another bank than the passage has it.
    pub differs: bool,
}

impl Passing {
    /// The cycle in which instruction `i` is issued.
    #[inline(always)]
    pub fn at(&self, i: usize) -> u64 {
        self.from + u64::from(self.at[i % LONGEST])
    }

    /// The next instruction.
    #[inline(always)]
    pub fn step(&mut self) {
        self.fetches >>= 1;
        self.same >>= 1;
    }

    /// Whether the passage has the access to `address` right.
    #[inline(always)]
    pub fn agrees(&mut self, address: u32) -> Result<(), Exit> {
        let same = u16::from((address ^ self.bank) & BANK == 0);
        if self.fetches & (self.same ^ same) & 1 != 0 {
            self.differs = true;
            return Err(Exit::Again);
        }
        Ok(())
    }
}

/// Whether all lines behind the instructions from `pc` to `last` are fetched from one bank.
pub(crate) fn one_bank(pc: u32, last: u32) -> bool {
    (fetched_behind(pc) ^ fetched_behind(last)) & BANK == 0
}
