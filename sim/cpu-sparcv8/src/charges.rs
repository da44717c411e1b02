//! Charges: the meters of a core by instruction, for an observer that sums them so.
//!
//! Behind each instruction the core charges it with the advance of the tally. Blocks execute one instruction at a time
//! here. Class, issue cycle and waits for results follow from the block's timing and its executions, so only other
//! meters are read.

use crate::blocks::{BlockInsn, BlockTiming, Blocks, extra_meter};
use crate::isa::Counted;
use crate::meters::Meter;
use crate::params::TimingParams;
use crate::tally::{self, COUNTED, GROUP, HOT, Tally};
use rustc_hash::FxHashMap;
use trueboard_core::fact::FactBuf;
use trueboard_core::meter::CoreMeter;
use trueboard_engine::blocks::NodeId;

/// What is charged to one instruction and was not handed to the observer.
struct Charged {
    pc: u32,
    /// The place of the instruction that followed last time.
    follows: usize,
    /// It is among [`Charges::touched`].
    touched: bool,
    counted: [u64; Counted::COUNT],
    meters: [u64; Meter::COUNT],
}

/// Charges of a core.
pub(crate) struct Charges {
    places: FxHashMap<u32, usize>,
    all: Vec<Charged>,
    /// Places with charges that were not handed over.
    touched: Vec<usize>,
    /// Executions of whole nodes that no instruction was charged with, by node; and the nodes that have some.
    executions: Vec<u64>,
    executed: Vec<NodeId>,
    /// The place of the instruction that was charged last.
    last: usize,
    /// What the tally stood at when the last instruction was charged, or when it was flushed.
    seen: [u64; Meter::COUNT],
    counted: [u64; Counted::COUNT],
    /// What was flushed since, and belongs to the next instruction that is charged.
    flushed: [u64; Meter::COUNT],
    is_flushed: bool,
    /// [`Tally::beyond_hot`], for accounts, which read it, too.
    pub beyond: u32,
    /// The time of the block under way when its last instruction was charged.
    pub base: u64,
    /// A block is under way.
    pub in_block: bool,
    /// A charge was made since the first block began.
    pub any: bool,
}

impl Charges {
    /// Charges what `tally` gains from now on, and `before`, which is of the next instruction.
    pub fn new(tally: &Tally, before: &[(CoreMeter, u64)]) -> Charges {
        let mut flushed = [0; Meter::COUNT];
        for (m, n) in before {
            if let Some(flushed) = flushed.get_mut(m.place()) {
                *flushed = *n;
            }
        }
        Charges {
            places: FxHashMap::default(),
            all: Vec::new(),
            touched: Vec::new(),
            executions: Vec::new(),
            executed: Vec::new(),
            last: 0,
            seen: tally.meters,
            counted: tally.counted,
            flushed,
            is_flushed: true,
            beyond: 0,
            base: 0,
            in_block: false,
            any: false,
        }
    }

    /// `tally` is about to be flushed: what it has gained is kept.
    pub fn keep(&mut self, tally: &Tally) {
        let mut gained = tally.meters;
        if self.in_block {
            // Cycles and instructions are charged by the timing of blocks.
            gained[Meter::Cycles as usize] = self.seen[Meter::Cycles as usize];
        } else {
            let mut counted = tally.counted;
            for (now, seen) in counted.iter_mut().zip(&self.counted) {
                *now = now.wrapping_sub(*seen);
            }
            tally::complete(&counted, &mut gained);
        }
        for (i, flushed) in self.flushed.iter_mut().enumerate() {
            *flushed = flushed.wrapping_add(gained[i].wrapping_sub(self.seen[i]));
        }
        self.is_flushed = true;
    }

    /// All counts of `tally` were charged, or are kept.
    pub fn stands_at(&mut self, tally: &Tally) {
        (self.seen, self.counted) = (tally.meters, tally.counted);
    }

    /// The core has idled for `cycles`, which are in its bank.
    pub fn idle(&mut self, cycles: u64) {
        self.flushed[Meter::IdleCycles as usize] += cycles;
        self.is_flushed = true;
    }

    /// The charges of the instruction at `pc`.
    #[inline(always)]
    fn of(&mut self, pc: u32) -> &mut Charged {
        let place = self.place_of(pc);
        &mut self.all[place]
    }

    /// The place of the charges of the instruction at `pc`.
    #[inline(always)]
    fn place_of(&mut self, pc: u32) -> usize {
        let guess = self.all.get(self.last).map_or(0, |last| last.follows);
        let place = match self.all.get(guess) {
            Some(at) if at.pc == pc => guess,
            _ => self.find(pc),
        };
        self.last = place;
        let at = &mut self.all[place];
        if !at.touched {
            at.touched = true;
            self.touched.push(place);
        }
        place
    }

    /// The place of the instruction at `pc`, which follows the last one from now on.
    #[inline(never)]
    fn find(&mut self, pc: u32) -> usize {
        let end = self.all.len();
        let place = *self.places.entry(pc).or_insert(end);
        if place == end {
            self.all.push(Charged {
                pc,
                follows: 0,
                touched: false,
                counted: [0; Counted::COUNT],
                meters: [0; Meter::COUNT],
            });
        }
        if let Some(last) = self.all.get_mut(self.last) {
            last.follows = place;
        }
        place
    }

    /// Charges the instruction of a block at `pc` with all that `tally` and the time of its block, `base`, have gained.
    #[inline(always)]
    pub fn charge(&mut self, pc: u32, tally: &mut Tally, base: u64) {
        // Cycles come with the time of the block.
        let hot =
            |m: &Meter| *m != Meter::Cycles && tally.meters[*m as usize] != self.seen[*m as usize];
        let beyond = tally.beyond_hot & !COUNTED;
        if beyond == 0 && base == self.base && !self.is_flushed && !HOT.iter().any(hot) {
            return;
        }
        self.charge_gained(pc, tally, base);
    }

    #[inline(never)]
    fn charge_gained(&mut self, pc: u32, tally: &mut Tally, base: u64) {
        self.any = true;
        let cycles = base.wrapping_sub(std::mem::replace(&mut self.base, base));
        let place = self.place_of(pc);
        let at = &mut self.all[place];
        add(at, Meter::Cycles, cycles);
        let beyond = std::mem::take(&mut tally.beyond_hot);
        self.beyond |= beyond;
        if std::mem::take(&mut self.is_flushed) {
            for (sum, flushed) in at.meters.iter_mut().zip(&mut self.flushed) {
                *sum = sum.wrapping_add(std::mem::take(flushed));
            }
        }
        let mut gained = |i: usize| {
            let now = tally.meters[i];
            let seen = std::mem::replace(&mut self.seen[i], now);
            at.meters[i] = at.meters[i].wrapping_add(now.wrapping_sub(seen));
        };
        for m in HOT.into_iter().filter(|m| *m != Meter::Cycles) {
            gained(m as usize);
        }
        for group in (0..Meter::COUNT / GROUP).filter(|group| beyond >> group & 1 != 0) {
            let group = group * GROUP..(group + 1) * GROUP;
            group
                .filter(|i| *i != Meter::Cycles as usize)
                .for_each(&mut gained);
        }
    }

    /// Node `id` was executed to its end, which takes `cycles` besides waits.
    #[inline(always)]
    pub fn retire(&mut self, id: NodeId, cycles: u8) {
        self.any = true;
        self.base += u64::from(cycles);
        let node = id.index();
        if self.executions.len() <= node {
            self.executions.resize(node + 1, 0);
        }
        if self.executions[node] == 0 {
            self.executed.push(id);
        }
        self.executions[node] += 1;
    }

    /// Charges instructions of `blocks` with the executions of whole nodes.
    pub fn charge_nodes<C>(&mut self, blocks: &Blocks<C>, params: &TimingParams) {
        for id in std::mem::take(&mut self.executed) {
            let times = std::mem::take(&mut self.executions[id.index()]);
            let t = &blocks.at(id).timing;
            self.execute(t, t.insns().len(), times, params);
        }
    }

    /// Charges the instruction at `pc`, no part of a block, with all that `tally` has gained.
    pub fn charge_all(&mut self, pc: u32, tally: &Tally) {
        self.keep(tally);
        self.stands_at(tally);
        self.is_flushed = false;
        if self.flushed == [0; Meter::COUNT] {
            return;
        }
        let place = self.place_of(pc);
        let sums = self.all[place].meters.iter_mut().zip(&mut self.flushed);
        for (sum, flushed) in sums {
            *sum = sum.wrapping_add(std::mem::take(flushed));
        }
    }

    /// Charges `times` executions of the first `count` instructions of a block with what its timing says of them.
    pub fn execute<C>(
        &mut self,
        t: &BlockTiming<C>,
        count: usize,
        times: u64,
        params: &TimingParams,
    ) {
        for (i, b) in t.insns().iter().take(count).enumerate() {
            let ended = t.insns().get(i + 1).map_or(t.cycles, |next| next.start);
            let annulled = u64::from(t.annuls_slot() && i + 1 == t.insns().len());
            let at = self.of(b.pc);
            let counted = &mut at.counted[b.class.counted() as usize];
            *counted = counted.wrapping_add(times);
            let cycles = u64::from(ended - b.start) - annulled;
            add(at, Meter::Cycles, cycles.wrapping_mul(times));
            let extra = extra_meter(b.class, params);
            for (m, n) in t.wait_of(b, params).into_iter().chain(extra) {
                add(at, m, n.wrapping_mul(times));
            }
        }
    }

    /// Takes the delay slot `slot` back from the executions of its block: it was annulled. Its cycle is left.
    pub fn annul<C>(&mut self, slot: &BlockInsn<C>) {
        let at = self.of(slot.pc);
        let counted = &mut at.counted[slot.class.counted() as usize];
        *counted = counted.wrapping_sub(1);
    }

    /// Charges the annulled delay slot at `pc`, which no block counts, with its cycle. The tally has it.
    pub fn annulled(&mut self, pc: u32) {
        let at = self.of(pc);
        for m in [Meter::Annulled, Meter::IssueCycles, Meter::Cycles] {
            add(at, m, 1);
        }
        for m in [Meter::Annulled, Meter::IssueCycles] {
            let seen = &mut self.seen[m as usize];
            *seen = seen.wrapping_add(1);
        }
    }

    /// Charges `b` of a block, which was issued and has failed, with its wait for a result.
    pub fn fail<C>(&mut self, t: &BlockTiming<C>, b: &BlockInsn<C>, params: &TimingParams) {
        let failed = self.of(b.pc);
        add(failed, Meter::Cycles, u64::from(b.at - b.start));
        if let Some((m, n)) = t.wait_of(b, params) {
            add(failed, m, n);
        }
    }

    /// Hands the observer the charges of core `core` that it has not got.
    pub fn hand_over(&mut self, core: u8, facts: &mut FactBuf) {
        let mut advanced = Vec::with_capacity(16);
        for place in self.touched.drain(..) {
            let Some(at) = self.all.get_mut(place) else {
                continue;
            };
            tally::complete(&std::mem::take(&mut at.counted), &mut at.meters);
            advanced.clear();
            for (place, n) in at.meters.iter_mut().enumerate().filter(|(_, n)| **n != 0) {
                advanced.push((CoreMeter::at(place as u8), std::mem::take(n)));
            }
            at.touched = false;
            facts.charged_to(core, at.pc.into(), &advanced);
        }
    }
}

fn add(at: &mut Charged, m: Meter, n: u64) {
    let value = &mut at.meters[m as usize];
    *value = value.wrapping_add(n);
}
