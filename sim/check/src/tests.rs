//! Checks by hand: a few instructions, told one by one, and what is to be found in them.

use crate::layout::{Area, AreaKind, CoreView, Layout, MemoryView, StackView};
use crate::{Check, Checker, Checks, Finding, What};
use trueboard_core::observe::{Executed, Looked, Observer, RegSet, Touched};
use trueboard_core::time::Tick;

const CODE: u64 = 0x1000;
const CONSTANTS: u64 = 0x2000;
const DATA: u64 = 0x3000;
/// Nothing has written it.
const LEFT: u64 = 0x4000;
/// Where the sections end, and a heap begins.
const HEAP: u64 = 0x5000;
const STACK: (u64, u64) = (0x80_0000, 0x80_1000);
/// Ticks for which interrupts may be off.
const OFF: u64 = 100;

/// Two cores, and what they have done.
struct Cores {
    checker: Checker,
    at: u64,
}

impl Cores {
    fn new(check: Check) -> Cores {
        let area = |at: u64, kind: AreaKind| Area {
            at,
            end: at + 0x1000,
            kind,
            name: format!("{kind:?}"),
        };
        let core = CoreView {
            ticks: 1,
            lines: (32, 32),
            observed: true,
            ..CoreView::default()
        };
        let layout = Layout {
            memories: vec![MemoryView {
                name: "ram".into(),
                at: 0,
                size: 0x100_0000,
                writable: true,
            }],
            areas: vec![
                area(CODE, AreaKind::Code),
                area(CONSTANTS, AreaKind::Constants),
                area(DATA, AreaKind::Data),
                area(LEFT, AreaKind::Left),
            ],
            stacks: vec![StackView {
                at: STACK.0,
                end: STACK.1,
                name: "stack".into(),
            }],
            cores: vec![core; 2],
            ..Layout::default()
        };
        let known = vec![RegSet([u64::MAX; 4]); 2];
        Cores {
            checker: Checker::new(Checks::default().with(check), layout, known, OFF),
            at: 0,
        }
    }

    fn does(&mut self, core: u8, done: Executed) {
        self.at += 1;
        self.checker.executed(core, Tick(self.at), &done);
    }

    /// Interrupts are off or not behind an instruction that ends at this time.
    fn masks(&mut self, at: u64, masked: bool) {
        self.at = at - 1;
        self.does(0, Executed { masked, ..nop() });
    }

    fn stack(&mut self, stack: u64, sp_from_sp: bool) {
        let moves = Executed {
            stack,
            sp_from_sp,
            ..nop()
        };
        self.does(0, moves);
    }

    fn found(&self) -> Vec<Finding> {
        self.checker.findings(&[CODE; 2]).iter().copied().collect()
    }

    /// What was found, where, how much and how often.
    fn all(&self) -> Vec<(What, Option<u64>, u64, u64)> {
        let found = self.found();
        let what = |f: &Finding| (f.what, f.address, f.amount, f.count);
        found.iter().map(what).collect()
    }
}

fn nop() -> Executed {
    Executed {
        pc: CODE,
        physical: CODE,
        bytes: 4,
        ..Executed::default()
    }
}

fn access(at: u64, bytes: u8, store: bool) -> Touched {
    Touched {
        address: at,
        physical: at,
        bytes,
        load: !store,
        store,
        memory: true,
        ..Touched::default()
    }
}

/// Loads so many bytes into register `to`.
fn load(at: u64, bytes: u8, to: usize) -> Executed {
    Executed {
        writes: RegSet::of(to),
        access: Some(access(at, bytes, false)),
        ..nop()
    }
}

/// Stores register `from`.
fn store(at: u64, bytes: u8, from: usize) -> Executed {
    Executed {
        passes: RegSet::of(from),
        access: Some(access(at, bytes, true)),
        ..nop()
    }
}

fn uses(register: usize) -> Executed {
    Executed {
        reads: RegSet::of(register),
        ..nop()
    }
}

#[test]
fn interrupts_may_be_off_for_the_bound_and_no_longer() {
    // Off from 10 on, and on again, or at its end, a bound later and a tick more.
    for (until, longer) in [(110, None), (111, Some(101))] {
        for ends in [false, true] {
            let mut cores = Cores::new(Check::IrqsOff);
            for (at, masked) in [(1, true), (2, false), (10, true), (50, true), (until, ends)] {
                cores.masks(at, masked);
            }
            let amounts: Vec<u64> = cores.found().iter().map(|f| f.amount).collect();
            assert_eq!(amounts, Vec::from_iter(longer), "{until} {ends}");
        }
    }
    // What a boot loader has left on is nothing that the program wants.
    let mut cores = Cores::new(Check::IrqsOff);
    for (at, masked) in [(1, false), (10, true), (1000, true)] {
        cores.masks(at, masked);
    }
    assert_eq!(cores.all(), []);
}

#[test]
fn a_stack_is_as_deep_as_it_ever_was() {
    let mut cores = Cores::new(Check::Stack);
    let (bottom, top) = STACK;
    cores.stack(top, false);
    for sp in [top - 0x800, top - 0x100, top - 0x200] {
        cores.stack(sp, true);
    }
    let used = |c: &Cores| -> Vec<u64> { c.checker.stacks().iter().map(|u| u.used()).collect() };
    assert_eq!(used(&cores), [0x800]);
    // All of it, and no more.
    cores.stack(bottom, true);
    assert_eq!((used(&cores), cores.all()), (vec![0x1000], Vec::new()));
    // Beyond it, a little more, and on the way back.
    for beyond in [8, 24, 16, 8] {
        cores.stack(bottom - beyond, true);
    }
    let deepest = (What::Overflow, Some(bottom - 24), 24, 2);
    assert_eq!(cores.all(), [deepest]);
}

/// Where no symbol bounds a stack, the frame of a caller lies above the first stack pointer that was seen.
#[test]
fn the_frame_of_a_caller_belongs_to_a_stack_without_a_symbol() {
    let mut cores = Cores::new(Check::Stack);
    for (sp, sp_from_sp) in [(0x60_0000, false), (0x5f_ff00, true), (0x60_0080, true)] {
        cores.stack(sp, sp_from_sp);
    }
    let used: Vec<u64> = cores.checker.stacks().iter().map(|u| u.used()).collect();
    assert_eq!((used, cores.all()), (vec![0x180], Vec::new()));
}

/// A stack pointer that comes from elsewhere to below what was used is that of another stack.
#[test]
fn stacks_without_symbols_are_told_apart_by_what_was_used() {
    let mut cores = Cores::new(Check::Stack);
    for (sp, sp_from_sp) in [
        (0x60_0000, false),
        (0x5f_ff00, true),
        (0x50_0000, false),
        (0x4f_ff80, true),
        (0x5f_ff80, false),
    ] {
        cores.stack(sp, sp_from_sp);
    }
    let used: Vec<u64> = cores.checker.stacks().iter().map(|u| u.used()).collect();
    assert_eq!(used, [0x100, 0x80]);
}

#[test]
fn null_pointers_reach_256_bytes() {
    let what = |at: u64| {
        let mut cores = Cores::new(Check::Wild);
        cores.does(0, load(at, 1, 1));
        cores.found().iter().map(|f| f.what).collect::<Vec<What>>()
    };
    assert_eq!(what(255), [What::Null]);
    assert_eq!(what(256), [What::Unclaimed]);
}

#[test]
fn constants_are_not_stored_to_and_heaps_grow_by_a_mebibyte() {
    let mut cores = Cores::new(Check::Wild);
    for access in [
        load(CONSTANTS, 4, 1),
        store(DATA, 4, 1),
        load(CONSTANTS, 4, 1),
    ] {
        cores.does(0, access);
    }
    assert_eq!(cores.all(), []);
    cores.does(0, store(CONSTANTS + 8, 4, 1));
    let stored = (What::ReadOnly, Some(CONSTANTS + 8), 4, 1);
    assert_eq!(cores.all(), [stored]);
    const MEBIBYTE: u64 = 1 << 20;
    let grown = |at: &[u64]| {
        let mut cores = Cores::new(Check::Wild);
        at.iter().for_each(|&at| cores.does(0, store(at, 1, 1)));
        cores.all().len()
    };
    let last = HEAP + MEBIBYTE - 1;
    assert_eq!((grown(&[last]), grown(&[last + 1])), (0, 1));
    // From what was used on.
    assert_eq!(grown(&[last, last + MEBIBYTE]), 0);
    assert_eq!(grown(&[last, last + MEBIBYTE + 1]), 1);
}

#[test]
fn unwritten_memory_is_found_where_it_was_loaded() {
    let found = |all: &[Executed]| {
        let mut cores = Cores::new(Check::Uninit);
        all.iter().for_each(|&done| cores.does(0, done));
        cores.all()
    };
    let copy = Executed {
        kind: trueboard_core::observe::InsnKind::Copy,
        reads: RegSet::of(1),
        writes: RegSet::of(2),
        ..nop()
    };
    let memory = |at: u64| (What::Memory, Some(at), 4, 1);
    assert_eq!(found(&[load(LEFT, 4, 1)]), []);
    assert_eq!(found(&[load(LEFT, 4, 1), uses(1)]), [memory(LEFT)]);
    // Whatever register it has come to.
    assert_eq!(found(&[load(LEFT, 4, 1), copy, uses(2)]), [memory(LEFT)]);
    // Once for each byte.
    let again = [load(LEFT, 4, 1), uses(1), load(LEFT, 4, 2), uses(2)];
    assert_eq!(found(&again), [memory(LEFT)]);
    // A load that advances its base leaves that known.
    let advances = Executed {
        reads: RegSet::of(3),
        writes: RegSet::of(3) | RegSet::of(1),
        ..load(LEFT, 4, 1)
    };
    assert_eq!(found(&[advances, uses(3)]), []);
    assert_eq!(found(&[advances, uses(1)]), [memory(LEFT)]);
}

#[test]
fn a_structure_is_copied_with_what_lies_between_its_fields() {
    let copied = |written: u64| {
        let mut cores = Cores::new(Check::Uninit);
        cores.does(0, store(written, 4, 3));
        cores.does(0, load(LEFT, 4, 1));
        cores.does(0, store(DATA, 4, 1));
        cores.all().len()
    };
    // The other half of the aligned eight bytes, and what lies beside them.
    assert_eq!((copied(LEFT + 4), copied(LEFT + 8)), (0, 1));
}

#[test]
fn old_lines_are_those_that_another_core_has_written() {
    let of = |at: u64, cache: Looked| {
        let access = Touched {
            cache,
            ..access(at, 4, false)
        };
        Executed {
            access: Some(access),
            ..nop()
        }
    };
    let found = |writer: u8| {
        let mut cores = Cores::new(Check::Stale);
        cores.does(0, of(DATA, Looked::Filled));
        cores.does(writer, store(DATA + 4, 4, 1));
        cores.does(0, of(DATA, Looked::Hit));
        assert_eq!(cores.all(), [], "its own word is as it was");
        cores.does(0, of(DATA + 4, Looked::Hit));
        cores.all()
    };
    assert_eq!(found(0), []);
    assert_eq!(found(1), [(What::OldData, Some(DATA + 4), 4, 1)]);
}

#[test]
fn overwritten_code_is_found_once_and_no_block_hides_it() {
    let fetch = |fetch: Looked| Executed { fetch, ..nop() };
    let begun = || {
        let mut cores = Cores::new(Check::Stale);
        cores.does(0, fetch(Looked::Filled));
        cores
    };
    let old = (What::OldCode, Some(CODE), 4, 1);
    let mut cores = begun();
    cores.does(0, store(CODE, 4, 1));
    for _ in 0..3 {
        cores.does(0, fetch(Looked::Hit));
        cores.does(0, store(DATA, 4, 1));
    }
    assert_eq!(cores.all(), [old]);
    let mut cores = begun();
    let block = cores.checker.block_found(0, &[fetch(Looked::Hit)]);
    assert!(cores.checker.admits_block(0, block));
    cores.does(0, store(DATA, 4, 1));
    assert!(cores.checker.admits_block(0, block), "it lies elsewhere");
    cores.does(0, store(CODE, 4, 1));
    assert!(!cores.checker.admits_block(0, block));
}

#[test]
fn a_loop_waits_from_sixteen_turns_on_in_which_nothing_changes() {
    let turns = |n: u8, changes: bool| {
        let mut cores = Cores::new(Check::Deadlock);
        for i in 0..=n {
            let mut done = load(DATA, 4, 1);
            if let Some(a) = &mut done.access {
                a.held[3] = if changes { i } else { 7 };
            }
            cores.does(0, done);
        }
        cores.checker.waiting(0).map(|w| w.turns)
    };
    assert_eq!((turns(15, false), turns(16, false)), (None, Some(16)));
    assert_eq!(turns(40, true), None);
}

/// Its load is a race with the store of another core.
#[test]
fn a_loop_that_stores_does_not_wait() {
    let mut cores = Cores::new(Check::Races);
    let at = |pc: u64, done: Executed| Executed { pc, ..done };
    cores.does(0, store(DATA, 4, 1));
    for _ in 0..8 {
        cores.does(1, at(CODE + 4, load(DATA, 4, 1)));
        cores.does(1, at(CODE + 8, store(DATA + 0x80, 4, 1)));
    }
    let found: Vec<_> = cores.found().iter().map(|f| (f.what, f.pc)).collect();
    assert_eq!(found, [(What::Race, CODE + 4)]);
}

#[test]
fn of_several_findings_at_a_place_the_largest_is_told() {
    let mut all = crate::Findings::default();
    for (n, amount) in [(1, 3), (2, 9), (3, 5)] {
        all.add(Finding {
            check: Check::Stack,
            what: What::Overflow,
            core: 0,
            pc: CODE,
            address: Some(n),
            other: None,
            amount,
            at: Tick(n),
            count: 1,
        });
    }
    let told = all.iter().map(|f| (f.amount, f.address, f.at, f.count));
    assert_eq!(told.collect::<Vec<_>>(), [(9, Some(2), Tick(1), 3)]);
}
