//! What a core counts. Sums only grow; the event counters look at them, and what the board's meters
//! do not have yet is handed over when somebody looks there.

use crate::isa::{Block, Group, Kind};
use serde::{Deserialize, Serialize};
use serde_big_array::BigArray;
use trueboard_core::meter::{CoreBank, CoreMeter};

/// What is counted where it happens. Instructions are counted by kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Event {
    DualIssue,
    RawInt,
    RawLoad,
    RawExternal,
    RawFpu,
    Waw,
    FpuFlags,
    /// Of these, a store waits for what it stores. Also in one of the others.
    StoreData,
    BranchRefill,
    Straddle,
    FetchLocal,
    /// The fetch unit did not get its bank; the buffer may hide it.
    FetchLost,
    FetchExternal,
    /// While the buffer is empty and a line from outside is on its way.
    FetchOutside,
    BankLost,
    MeshFull,
    Entry,
    Idle,
    Halted,
    BranchesTaken,
    Interrupts,
    MeshLoads,
    MeshStores,
    MeshFetches,
    DmaElements,
    IoReads,
    IoWrites,
    Traps,
}

/// How many there are.
const EVENTS: usize = Event::Traps as usize + 1;

/// Where the cycles go that are not those of issue.
const STALLS: [(Event, CoreMeter); 13] = [
    (Event::RawInt, CoreMeter::RawInt),
    (Event::RawLoad, CoreMeter::RawLoad),
    (Event::RawExternal, CoreMeter::RawExternal),
    (Event::RawFpu, CoreMeter::RawFpu),
    (Event::Waw, CoreMeter::Waw),
    (Event::FpuFlags, CoreMeter::FpuFlags),
    (Event::BranchRefill, CoreMeter::BranchStalls),
    (Event::Straddle, CoreMeter::Straddle),
    (Event::FetchLocal, CoreMeter::FetchLocal),
    (Event::FetchExternal, CoreMeter::FetchExternal),
    (Event::BankLost, CoreMeter::BankLost),
    (Event::MeshFull, CoreMeter::MeshFull),
    (Event::Entry, CoreMeter::TrapCycles),
];

/// The others that a meter of the board has as they are.
const PLAIN: [(Event, CoreMeter); 15] = [
    (Event::DualIssue, CoreMeter::MultiIssue),
    (Event::StoreData, CoreMeter::StoreData),
    (Event::FetchLost, CoreMeter::FetchLost),
    (Event::FetchOutside, CoreMeter::FetchOutside),
    (Event::Idle, CoreMeter::IdleCycles),
    (Event::Halted, CoreMeter::HaltedCycles),
    (Event::BranchesTaken, CoreMeter::BranchesTaken),
    (Event::Interrupts, CoreMeter::Interrupts),
    (Event::MeshLoads, CoreMeter::MeshLoads),
    (Event::MeshStores, CoreMeter::MeshStores),
    (Event::MeshFetches, CoreMeter::MeshFetches),
    (Event::DmaElements, CoreMeter::DmaElements),
    (Event::IoReads, CoreMeter::IoReads),
    (Event::IoWrites, CoreMeter::IoWrites),
    (Event::Traps, CoreMeter::Traps),
];

/// What a core of this kind has in the board's meters.
pub(crate) const METERS: &[CoreMeter] = {
    use CoreMeter as M;
    &[
        M::Cycles,
        M::IdleCycles,
        M::HaltedCycles,
        M::Instructions,
        M::IntInstructions,
        M::FpInstructions,
        M::IaluInstructions,
        M::IssueCycles,
        M::MultiIssue,
        M::Loads,
        M::Stores,
        M::LoadStores,
        M::TotalBranch,
        M::BranchesTaken,
        M::Traps,
        M::Interrupts,
        M::RawInt,
        M::RawLoad,
        M::RawExternal,
        M::RawFpu,
        M::Waw,
        M::FpuFlags,
        M::StoreData,
        M::BranchStalls,
        M::Straddle,
        M::FetchLocal,
        M::FetchLost,
        M::FetchExternal,
        M::FetchOutside,
        M::BankLost,
        M::MeshFull,
        M::TrapCycles,
        M::MeshLoads,
        M::MeshStores,
        M::MeshFetches,
        M::DmaElements,
        M::IoReads,
        M::IoWrites,
    ]
};

/// Events by number, and how often each happens when a run passes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    items: [(u8, u8); 8],
    len: u8,
}

/// Sums since reset.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Counts {
    #[serde(with = "BigArray")]
    kinds: [u64; 128],
    events: [u64; EVENTS],
}

impl Counts {
    pub fn new() -> Counts {
        Counts {
            kinds: [0; 128],
            events: [0; EVENTS],
        }
    }

    /// An instruction was issued.
    #[inline(always)]
    pub fn issued(&mut self, kind: Kind) {
        self.kinds[usize::from(kind as u8 & 127)] += 1;
    }

    /// `n` times `event`.
    #[inline(always)]
    pub fn add(&mut self, event: Event, n: u64) {
        self.events[event as usize] += n;
    }

    /// All that was counted besides instructions, if that is little enough to keep.
    pub fn tally(&self) -> Option<Tally> {
        let mut tally = Tally::default();
        let counted = self.events.iter().enumerate().filter(|e| *e.1 != 0);
        for (event, &n) in counted {
            let place = tally.items.get_mut(usize::from(tally.len))?;
            *place = (event as u8, u8::try_from(n).ok()?);
            tally.len += 1;
        }
        Some(tally)
    }

    /// The same again.
    #[inline(always)]
    pub fn again(&mut self, tally: &Tally) {
        for &(event, n) in tally.items.iter().take(tally.len.into()) {
            if let Some(sum) = self.events.get_mut(usize::from(event)) {
                *sum += u64::from(n);
            }
        }
    }

    /// How often `event` has happened.
    pub fn get(&self, event: Event) -> u64 {
        self.events[event as usize]
    }

    /// Instructions of a group.
    pub fn group(&self, group: Group) -> u64 {
        let counted = Kind::ALL.iter().zip(&self.kinds);
        let of_group = counted.filter(|(kind, _)| kind.class() == group);
        of_group.map(|(_, n)| n).sum()
    }

    /// All instructions.
    pub fn instructions(&self) -> u64 {
        self.kinds.iter().sum()
    }

    /// What has come since `before`.
    fn since(&self, before: &Counts) -> Counts {
        let mut n = self.clone();
        let kinds = n.kinds.iter_mut().zip(&before.kinds);
        let events = n.events.iter_mut().zip(&before.events);
        kinds.chain(events).for_each(|(n, before)| *n -= before);
        n
    }

    /// Adds to `bank` what has come since `before`.
    pub fn hand_over(&self, before: &Counts, bank: &mut CoreBank) {
        let n = self.since(before);
        let all = n.instructions();
        let issue = all - n.get(Event::DualIssue);
        let stalls: u64 = STALLS.iter().map(|&(e, _)| n.get(e)).sum();
        let mut of = ByOpcode::default();
        for (kind, &n) in Kind::ALL.iter().zip(&n.kinds).filter(|(_, n)| **n != 0) {
            let (group, traits) = (kind.class(), kind.traits());
            let add = |sum: &mut u64, counts: bool| *sum += if counts { n } else { 0 };
            add(&mut of.ialu, group == Group::Ialu);
            add(&mut of.fpu, group == Group::Fpu);
            add(&mut of.load_stores, group == Group::LoadStore);
            add(&mut of.loads, traits.access.loads());
            add(&mut of.stores, traits.access.stores());
            add(&mut of.branches, traits.block == Block::Ends);
        }
        let sums = [
            (CoreMeter::Instructions, all),
            (CoreMeter::IssueCycles, issue),
            (CoreMeter::Cycles, issue + stalls),
            (CoreMeter::FpInstructions, of.fpu),
            (CoreMeter::IntInstructions, all - of.fpu),
            (CoreMeter::IaluInstructions, of.ialu),
            (CoreMeter::Loads, of.loads),
            (CoreMeter::Stores, of.stores),
            (CoreMeter::LoadStores, of.load_stores),
            (CoreMeter::TotalBranch, of.branches),
        ];
        let events = STALLS.into_iter().chain(PLAIN);
        for (m, n) in sums.into_iter().chain(events.map(|(e, m)| (m, n.get(e)))) {
            bank.add(true, m, n);
        }
    }
}

/// Instructions, by what their opcodes count as.
#[derive(Default)]
struct ByOpcode {
    ialu: u64,
    fpu: u64,
    load_stores: u64,
    loads: u64,
    stores: u64,
    branches: u64,
}
