//! What follows from single steps.

use super::{Access, Block, Branch, Kinds, Observer, Observers, Running, Stall, Step, Stepped};
use crate::meter::{CoreBank, Meters};
use crate::time::Tick;

crate::core_meters! {
    /// What a toy core counts.
    pub enum Meter {
        IssueCycles = "issue_cycles", Cycles, "Cycles in which an instruction was issued.";
        Waits = "wait_cycles", Cycles, "Cycles waited.";
        Loads = "loads", Count, "Loads completed.";
        Stores = "stores", Count, "Stores completed.";
        Branches = "branches", Count, "Branches completed.";
        BranchesTaken = "branches_taken", Count, "Branches taken.";
        Misses = "dcache_read_misses", Count, "Reads that missed.";
        IoReads = "io_reads", Count, "Reads of device registers.";
        Traps = "traps", Count, "Traps taken.";
    }
    /// The meters of a toy core.
    pub static METERS of "toy core";
    stack { IssueCycles Waits }
    executed { Instructions Traps }
    changes { Stores Traps }
}

#[derive(Default)]
struct DynamicEvent {
    kinds: Kinds,
    blocks: Vec<(u64, u64)>,
    branches: Vec<Branch>,
    accesses: Vec<Access>,
    stalls: Vec<Stall>,
    steps: Vec<(u64, bool, u64)>,
}

impl Observer for DynamicEvent {
    fn kinds(&self) -> Kinds {
        self.kinds
    }
    fn block(&mut self, _: u8, _: Tick, block: &Block) {
        self.blocks.push((block.pc, block.before));
    }
    fn branch(&mut self, _: u8, _: Tick, branch: &Branch) {
        self.branches.push(*branch);
    }
    fn access(&mut self, _: u8, _: Tick, access: &Access) {
        self.accesses.push(*access);
    }
    fn stall(&mut self, _: u8, _: Tick, stall: &Stall) {
        self.stalls.push(*stall);
    }
    fn step(&mut self, _: u8, _: Tick, step: &Step<'_>) {
        let all = step.advanced.iter().map(|(_, n)| n).sum();
        self.steps.push((step.pc, step.completed, all));
    }
}

struct Bench {
    observers: Observers,
    meters: Meters,
}

impl Bench {
    fn of(kinds: Kinds) -> Bench {
        let meters = Meters {
            cores: vec![CoreBank::new(&METERS)],
            ..Meters::default()
        };
        let mut observers = Observers::default();
        let seen = DynamicEvent {
            kinds,
            ..DynamicEvent::default()
        };
        observers.add(Box::new(seen), &meters);
        Bench { observers, meters }
    }

    /// A step in which these meters advance by one each.
    fn step(&mut self, done: Stepped, meters: &[Meter]) {
        for &m in meters {
            self.meters.cores[0].add(true, m, 1);
        }
        self.observers
            .stepped(0, Tick(0), &done, &METERS, &self.meters);
    }

    /// An instruction of four bytes without anything special.
    fn plain(&mut self, pc: u64) {
        self.step(at(pc), &[Meter::Instructions, Meter::IssueCycles]);
    }

    fn seen(&self) -> &DynamicEvent {
        self.observers.get().expect("it observes")
    }
}

fn at(pc: u64) -> Stepped {
    Stepped {
        pc,
        bytes: 4,
        next: pc + 4,
        ..Stepped::default()
    }
}

#[test]
fn a_block_ends_at_a_branch_with_its_delay_slot() {
    let mut b = Bench::of(Kinds::BLOCK | Kinds::BRANCH);
    let branch = Stepped {
        next: 0x200,
        slot: true,
        ..at(0x104)
    };
    b.plain(0x100);
    b.step(
        branch,
        &[Meter::Instructions, Meter::Branches, Meter::BranchesTaken],
    );
    b.plain(0x108);
    b.plain(0x200);
    let not_taken = Stepped {
        slot: true,
        ..at(0x204)
    };
    b.step(not_taken, &[Meter::Instructions, Meter::Branches]);
    b.plain(0x208);
    b.plain(0x20c);
    assert_eq!(b.seen().blocks, [(0x100, 0), (0x200, 3), (0x20c, 3)]);
    let taken: Vec<bool> = b.seen().branches.iter().map(|b| b.taken).collect();
    assert_eq!(taken, [true, false]);
    assert_eq!(b.seen().branches[0].to, 0x200);
}

#[test]
fn a_jump_without_a_slot_ends_a_block_and_a_retried_instruction_does_not() {
    let mut b = Bench::of(Kinds::BLOCK | Kinds::INSTRUCTION);
    b.plain(0x100);
    // It waits for its turn, and is begun again.
    b.step(at(0x104), &[Meter::Waits]);
    b.step(at(0x104), &[]);
    let jump = Stepped {
        next: 0x100,
        ..at(0x104)
    };
    b.step(jump, &[Meter::Instructions]);
    b.plain(0x100);
    assert_eq!(b.seen().blocks, [(0x100, 0), (0x100, 2)]);
    let steps = [
        (0x100, true, 2),
        (0x104, false, 1),
        (0x104, true, 1),
        (0x100, true, 2),
    ];
    assert_eq!(b.seen().steps, steps);
}

#[test]
fn accesses_of_memory_and_devices_are_kept_apart() {
    let load = Stepped {
        access: Some((0x8000, 2)),
        ..at(0x100)
    };
    let seen = |kinds: Kinds| {
        let mut b = Bench::of(kinds);
        b.step(load, &[Meter::Instructions, Meter::Loads, Meter::Misses]);
        b.step(load, &[Meter::Instructions, Meter::Loads, Meter::IoReads]);
        // A trap: nothing was loaded.
        b.step(load, &[Meter::Traps]);
        b.seen().accesses.clone()
    };
    let memory = Access {
        pc: 0x100,
        address: 0x8000,
        bytes: 2,
        load: true,
        missed: true,
        ..Access::default()
    };
    let device = Access {
        device: true,
        missed: false,
        ..memory
    };
    assert_eq!(seen(Kinds::ACCESS_MEMORY), [memory]);
    assert_eq!(seen(Kinds::ACCESS_DEVICE), [device]);
    assert_eq!(seen(Kinds::STALL), []);
}

#[test]
fn stalls_are_reported_by_cause_and_issue_is_none() {
    let mut b = Bench::of(Kinds::STALL);
    b.plain(0x100);
    b.step(at(0x104), &[Meter::Waits, Meter::IssueCycles, Meter::Waits]);
    let stall = Stall {
        pc: 0x104,
        cause: Meter::Waits.into(),
        cycles: 2,
    };
    assert_eq!(b.seen().stalls, [stall]);
}

#[test]
fn running_counts_are_sums_of_their_parts() {
    let running = Running {
        meters: &[1, 2],
        others: &[10, 20],
        counted: &[100],
        complete: |counted, meters| meters[0] += counted[0],
    };
    assert_eq!(running.meters(), [111, 22]);
}
