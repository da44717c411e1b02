//! What a core has metered and not yet added to the board's meters. Which mode an event belongs to is
//! known when it is added: [`Tally::flush`] is called before the mode changes.

use crate::isa::Counted;
use crate::meters::Meter;
use serde::{Deserialize, Serialize};
use serde_big_array::BigArray;
use trueboard_core::meter::CoreBank;
use trueboard_core::observe::Running;

/// Pending counts.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Tally {
    /// Instructions by what they are counted as.
    pub counted: [u64; Counted::COUNT],
    /// Everything else.
    #[serde(with = "BigArray")]
    pub meters: [u64; Meter::COUNT],
    /// Cycles before this one are in the board's meters.
    pub metered_cycle: u64,
    /// While control flow is observed: how much of `meters` is in the board's already. They are not cleared then, so
    /// that they are what the meters stand at, in both modes together.
    #[serde(skip)]
    flushed: Option<Box<[u64; Meter::COUNT]>>,
    /// Meters outside [`HOT`] with additions: a bit for each group of [`GROUP`] meters, and [`COUNTED`].
    #[serde(skip)]
    pub beyond_hot: u32,
}

/// Meters of a group, by place: what the host adds together.
pub(crate) const GROUP: usize = 4;
/// Instructions were counted.
pub(crate) const COUNTED: u32 = 1 << 31;
/// All meters, and instructions.
pub(crate) const EVERYTHING: u32 = u32::MAX;

const _: () = assert!(Meter::COUNT.is_multiple_of(GROUP) && Meter::COUNT / GROUP < 31);

/// Meters to which blocks add during execution, beside bulk metering. Accounts read these alone unless
/// [`Tally::beyond_hot`].
pub(crate) const HOT: [Meter; 8] = [
    Meter::Cycles,
    Meter::BranchesTaken,
    Meter::BranchMisses,
    Meter::ICacheHits,
    Meter::DCacheHits,
    Meter::DCacheWriteHits,
    Meter::WriteBufferHold,
    Meter::IccStalls,
];

/// By group and place in it: all bits, and none for the meters of [`HOT`].
pub(crate) const BEYOND: [[u64; GROUP]; Meter::COUNT / GROUP] = {
    let mut beyond = [[u64::MAX; GROUP]; Meter::COUNT / GROUP];
    let mut i = 0;
    while i < HOT.len() {
        beyond[HOT[i] as usize / GROUP][HOT[i] as usize % GROUP] = 0;
        i += 1;
    }
    beyond
};

/// `m` is one of [`HOT`].
#[inline(always)]
const fn is_hot(m: Meter) -> bool {
    BEYOND[m as usize / GROUP][m as usize % GROUP] == 0
}

/// What [`Tally::beyond_hot`] has when `m` was added to.
#[inline(always)]
pub(crate) const fn beyond_hot(m: Meter) -> u32 {
    match is_hot(m) {
        true => 0,
        false => 1 << (m as usize / GROUP),
    }
}

impl Default for Tally {
    fn default() -> Tally {
        Tally {
            counted: [0; Counted::COUNT],
            meters: [0; Meter::COUNT],
            metered_cycle: 0,
            flushed: None,
            beyond_hot: 0,
        }
    }
}

impl Tally {
    /// Adds to a meter.
    #[inline(always)]
    pub fn add(&mut self, m: Meter, n: u64) {
        self.beyond_hot |= beyond_hot(m);
        self.add_any(m, n);
    }

    /// Adds to a meter: in bulk, when [`Tally::beyond_hot`] has it, or to one of [`HOT`].
    #[inline(always)]
    pub fn add_any(&mut self, m: Meter, n: u64) {
        let value = &mut self.meters[m as usize];
        *value = value.wrapping_add(n);
    }

    /// Counts an instruction.
    #[inline(always)]
    pub fn count(&mut self, c: Counted) {
        self.count_all(c, 1);
    }

    /// Counts an instruction that was executed so many times.
    #[inline(always)]
    pub fn count_all(&mut self, c: Counted, times: u64) {
        let counted = &mut self.counted[c as usize];
        *counted = counted.wrapping_add(times);
    }

    /// Adds all counts of `part`, which has no cycles of its own time. They wrap.
    pub fn add_all(&mut self, part: &Tally) {
        let meters = self.meters.iter_mut().zip(&part.meters);
        let counted = self.counted.iter_mut().zip(&part.counted);
        for (sum, n) in meters.chain(counted) {
            *sum = sum.wrapping_add(*n);
        }
    }

    /// Takes an instruction back that was counted with its block, or will be.
    #[inline(always)]
    pub fn take_back(&mut self, c: Counted) {
        self.beyond_hot |= COUNTED;
        let counted = &mut self.counted[c as usize];
        *counted = counted.wrapping_sub(1);
    }

    /// Adds the pending counts to `bank`, up to `cycle`, as those of supervisor mode if `s`.
    pub fn flush(&mut self, bank: &mut CoreBank, s: bool, cycle: u64) {
        let counted = std::mem::take(&mut self.counted);
        // Counts that were taken back ahead of time are below zero: they wrap, and a sum of 0 says nothing.
        if counted != [0; Counted::COUNT] {
            complete(&counted, &mut self.meters);
        }
        self.bring_cycles(cycle);
        match &mut self.flushed {
            None => {
                bank.add_all(s, &self.meters);
                self.meters = [0; Meter::COUNT];
            }
            Some(flushed) => {
                let meters = bank.values_mut(s).iter_mut().zip(&self.meters);
                for ((value, now), flushed) in meters.zip(flushed.iter_mut()) {
                    *value = value.wrapping_add(now.wrapping_sub(*flushed));
                    *flushed = *now;
                }
            }
        }
    }

    /// Adds cycles in power-down to `bank`.
    pub fn idle(&mut self, bank: &mut CoreBank, s: bool, cycles: u64) {
        bank.add(s, Meter::IdleCycles, cycles);
        if let Some(flushed) = &mut self.flushed {
            flushed[Meter::IdleCycles as usize] += cycles;
            self.meters[Meter::IdleCycles as usize] += cycles;
        }
    }

    /// Meters the cycles up to `cycle`.
    #[inline(always)]
    pub fn bring_cycles(&mut self, cycle: u64) {
        self.add_any(Meter::Cycles, cycle - self.metered_cycle);
        self.metered_cycle = cycle;
    }

    /// Begins to keep what the meters stand at, of which the board has what is in `bank`, so that
    /// [`Tally::running`] needs no flush; or does so no more.
    pub fn keep_flushed(&mut self, bank: Option<&CoreBank>) {
        if let Some(flushed) = self.flushed.take() {
            for (value, n) in self.meters.iter_mut().zip(flushed.iter()) {
                *value = value.wrapping_sub(*n);
            }
        }
        self.flushed = bank.map(|bank| {
            let mut flushed = Box::new([0; Meter::COUNT]);
            let both = flushed.iter_mut().zip(&mut self.meters);
            for ((sum, value), n) in both.zip(bank.in_both_modes()) {
                *sum = n;
                *value = value.wrapping_add(n);
            }
            flushed
        });
    }

    /// What the meters stand at, cycles as of the last [`Tally::bring_cycles`]. None unless
    /// [`Tally::keep_flushed`] has a bank.
    #[inline(always)]
    pub fn running(&self) -> Option<Running<'_>> {
        self.flushed.as_ref()?;
        Some(Running {
            meters: &self.meters,
            others: &[],
            counted: &self.counted,
            complete,
        })
    }
}

/// Adds to `meters` what the instructions of `all` count as.
pub(crate) fn complete(all: &[u64], meters: &mut [u64]) {
    let (Some(all), Some(meters)) = (
        all.first_chunk::<{ Counted::COUNT }>(),
        meters.first_chunk_mut::<{ Meter::COUNT }>(),
    ) else {
        return;
    };
    let of = |c: Counted| all[c as usize];
    let mut add = |m: Meter, n: u64| {
        let value = &mut meters[m as usize];
        *value = value.wrapping_add(n);
    };
    let total = all.iter().copied().fold(0, u64::wrapping_add);
    let (fp, atomics) = (of(Counted::Fpop), of(Counted::Atomic));
    let (loads, stores) = (of(Counted::Load), of(Counted::Store));
    add(Meter::Instructions, total);
    add(Meter::IssueCycles, total);
    add(Meter::IntInstructions, total.wrapping_sub(fp));
    add(Meter::FpInstructions, fp);
    add(Meter::Type2, of(Counted::Type2).wrapping_add(fp));
    add(Meter::Branches, of(Counted::Branch));
    add(Meter::Calls, of(Counted::Call));
    add(Meter::Loads, loads.wrapping_add(atomics));
    add(Meter::Stores, stores.wrapping_add(atomics));
    add(
        Meter::LoadStores,
        loads.wrapping_add(stores).wrapping_add(atomics),
    );
}
