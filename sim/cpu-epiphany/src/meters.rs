//! What a core counts. Sums only grow; the event counters look at them, and what the board's meters
//! do not have yet is handed over when somebody looks there.

use crate::isa::{Group, Kind};
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

    /// How often `event` has happened.
    pub fn get(&self, event: Event) -> u64 {
        self.events[event as usize]
    }

    fn kinds(&self, first: Kind, last: Kind) -> u64 {
        let range = usize::from(first as u8)..=usize::from(last as u8);
        self.kinds.get(range).map_or(0, |k| k.iter().sum())
    }

    /// Instructions of a group.
    pub fn group(&self, group: Group) -> u64 {
        match group {
            Group::Ialu => self.kinds(Kind::Add, Kind::MovCc),
            Group::Fpu => self.kinds(Kind::Fadd, Kind::Fabs),
            Group::LoadStore => self.kinds(Kind::LdrbDisp, Kind::Testsetb),
            Group::Control => self.kinds(Kind::Bcc, Kind::Wand) + self.kinds[0],
        }
    }

    /// All instructions.
    pub fn instructions(&self) -> u64 {
        self.kinds.iter().sum()
    }

    /// Adds to `bank` what has come since `before`, up to the core's cycle `now`.
    pub fn hand_over(&self, before: &Counts, bank: &mut CoreBank) {
        let mut add = |m: CoreMeter, of: &dyn Fn(&Counts) -> u64| match of(self) - of(before) {
            0 => {}
            n => bank.add(true, m, n),
        };
        let issue = |c: &Counts| c.instructions() - c.get(Event::DualIssue);
        let loads = |c: &Counts| c.kinds(Kind::LdrbDisp, Kind::LdrdPm);
        let stores = |c: &Counts| c.kinds(Kind::StrbDisp, Kind::StrdPm);
        let testsets = |c: &Counts| c.kinds(Kind::Testset, Kind::Testsetb);
        add(CoreMeter::Instructions, &Counts::instructions);
        add(CoreMeter::IssueCycles, &issue);
        add(CoreMeter::FpInstructions, &|c| c.group(Group::Fpu));
        add(CoreMeter::IntInstructions, &|c| {
            c.instructions() - c.group(Group::Fpu)
        });
        add(CoreMeter::IaluInstructions, &|c| c.group(Group::Ialu));
        add(CoreMeter::Loads, &|c| loads(c) + testsets(c));
        add(CoreMeter::Stores, &|c| stores(c) + testsets(c));
        add(CoreMeter::LoadStores, &|c| c.group(Group::LoadStore));
        add(CoreMeter::TotalBranch, &|c| c.kinds(Kind::Bcc, Kind::Jalr));
        add(CoreMeter::Cycles, &|c| {
            issue(c) + STALLS.iter().map(|&(e, _)| c.get(e)).sum::<u64>()
        });
        for (e, m) in STALLS.into_iter().chain(PLAIN) {
            add(m, &|c| c.get(e));
        }
    }
}
