//! Stacks of tasks against a naive model: a machine of several tasks whose stack pointers and calls are known.

use crate::stack::{Change, Frame, OfTask, ShadowStack};
use trueboard_core::fact::FactKind;

fn call(from: u64, to: u64) -> FactKind {
    FactKind::Call { from, to }
}

fn ret(to: u64) -> FactKind {
    FactKind::Return { from: 0, to }
}

fn stack(from: u64, to: u64) -> FactKind {
    let chained = false;
    FactKind::Stack { from, to, chained }
}

/// Entries of the frames that are open behind these facts, and the number of the task.
fn open(facts: &[FactKind]) -> (u32, Vec<u64>) {
    let mut s = ShadowStack::new(100);
    facts.iter().for_each(|f| _ = s.step(f));
    (s.task(), s.frames().iter().map(|f| f.entry).collect())
}

const MAIN: u64 = 0x100;
const YIELD: u64 = 0x300;
const SWITCH: u64 = 0x400;
const TASK: u64 = 0x500;
/// Two calls, in `main` and in `yield`, and the start of the first stack.
const BEGIN: [FactKind; 4] = [
    FactKind::Stack {
        from: 0,
        to: 0x9000,
        chained: false,
    },
    FactKind::Call {
        from: 0x40,
        to: MAIN,
    },
    FactKind::Call {
        from: 0x110,
        to: YIELD,
    },
    FactKind::Call {
        from: 0x310,
        to: SWITCH,
    },
];

fn behind(more: &[FactKind]) -> (u32, Vec<u64>) {
    open(&[&BEGIN[..], more].concat())
}

#[test]
fn a_task_begins_where_a_return_goes_nowhere_and_the_first_one_goes_on_with_its_frames() {
    let begins = [stack(0x8f00, 0xb000), ret(TASK)];
    assert_eq!(behind(&begins), (1, vec![TASK]));
    let both = [&begins[..], &[call(0x510, YIELD), call(0x310, SWITCH)]].concat();
    assert_eq!(behind(&both), (1, vec![TASK, YIELD, SWITCH]));
    // Both wait at the same place: only the stack pointer tells them apart.
    let back = [&both[..], &[stack(0xaf00, 0x8f00)]].concat();
    assert_eq!(behind(&back), (0, vec![MAIN, YIELD, SWITCH]));
    let on = [&back[..], &[ret(0x318), ret(0x118), call(0x120, YIELD)]].concat();
    assert_eq!(behind(&on), (0, vec![MAIN, YIELD]));
    let again = [&on[..], &[call(0x310, SWITCH), stack(0x8f00, 0xaf00)]].concat();
    assert_eq!(behind(&again), (1, vec![TASK, YIELD, SWITCH]));
}

#[test]
fn a_stack_that_is_begun_again_is_one_stack() {
    let mut facts = BEGIN.to_vec();
    for _ in 0..10 {
        // It is left for good, and another task takes its memory.
        facts.extend([stack(0x8f00, 0xb000), ret(TASK), call(0x510, SWITCH)]);
        facts.extend([stack(0xae00, 0x8f00), ret(0x318), call(0x310, SWITCH)]);
    }
    facts.extend([stack(0x8f00, 0xb000), ret(TASK)]);
    assert_eq!(open(&facts), (1, vec![TASK]));
}

#[test]
fn a_handler_on_a_stack_of_its_own_is_a_part_of_what_it_interrupts() {
    let interrupt = FactKind::Interrupt {
        level: 8,
        pc: 0x404,
        to: 0x50,
    };
    let (handler, work) = (0x50, 0x700);
    let on = [interrupt, stack(0x8e00, 0xd000), call(0x60, work)];
    let nested = vec![MAIN, YIELD, SWITCH, handler, work];
    assert_eq!(behind(&on), (0, nested));
    let end = [
        ret(0x68),
        stack(0xd000, 0x8e00),
        FactKind::TrapReturn { to: 0x404 },
    ];
    let back = [&on[..], &end].concat();
    assert_eq!(behind(&back), (0, vec![MAIN, YIELD, SWITCH]));
    // It hands the core to a new task from there, and that back to where the handler had begun.
    let begins = [stack(0xcf00, 0xb000), FactKind::TrapReturn { to: TASK }];
    let other = [&on[..], &begins].concat();
    assert_eq!(behind(&other), (1, vec![TASK]));
    let back = [&other[..], &[stack(0xaf00, 0x8e00), end[2]]].concat();
    assert_eq!(behind(&back), (0, vec![MAIN, YIELD, SWITCH]));
}

#[test]
fn what_a_task_calls_before_it_is_known_to_be_one_is_its_own_from_then_on() {
    // The start jumps to the task, which calls; then the first one goes on, and then it again.
    let facts = [
        stack(0x8f00, 0xb000),
        call(0x510, YIELD),
        stack(0xae00, 0x8f00),
    ];
    assert_eq!(behind(&facts), (0, vec![MAIN, YIELD, SWITCH]));
    let again = [&facts[..], &[stack(0x8f00, 0xae00)]].concat();
    assert_eq!(behind(&again), (1, vec![YIELD]));
}

#[test]
fn a_stack_pointer_that_unwinds_is_no_switch() {
    // An epilogue, or a long jump, to a frame below.
    let facts = [stack(0x8f00, 0x8f80), ret(0x118)];
    assert_eq!(behind(&facts), (0, vec![MAIN]));
    let nowhere = [stack(0x8f00, 0x8f80), ret(0x9999)];
    assert_eq!(behind(&nowhere), (0, vec![MAIN, YIELD]));
}

#[test]
fn the_changes_say_which_task_goes_on() {
    let mut s = ShadowStack::new(100);
    BEGIN.iter().for_each(|f| _ = s.step(f));
    s.step(&stack(0x8f00, 0xb000));
    let root = Frame::called(u64::MAX, TASK);
    let new = [Change::Switch { task: 1, new: true }, Change::Enter(root)];
    assert_eq!(s.step(&ret(TASK)), new);
    let back = [Change::Switch {
        task: 0,
        new: false,
    }];
    assert_eq!(s.step(&stack(0xaff0, 0x8f00)), back);
}

#[test]
fn a_saved_stack_goes_on_with_all_tasks() {
    let facts = [&BEGIN[..], &[stack(0x8f00, 0xb000), ret(TASK)]].concat();
    let mut s = ShadowStack::new(100);
    facts.iter().for_each(|f| _ = s.step(f));
    let mut other = ShadowStack::new(100);
    other.resume(&s.saved(), |&frame| frame);
    for f in [stack(0xaff0, 0x8f00), ret(0x318)] {
        assert_eq!(s.step(&f), other.step(&f));
        assert_eq!(s.frames(), other.frames());
    }
}

#[test]
fn start_code_in_the_handler_of_a_reset_begins_no_task() {
    // An eCore begins in an interrupt, makes its stack pointer of two halves and returns to what calls `main`.
    let reset = FactKind::Interrupt {
        level: 0,
        pc: 0,
        to: 0x58,
    };
    let halves = [stack(0, 0x7ff0), stack(0x7ff0, 0x8e00_7ff0)];
    let runs = [FactKind::TrapReturn { to: 0x136 }, call(0x142, MAIN)];
    let facts = [&[reset][..], &halves, &runs].concat();
    assert_eq!(open(&facts), (0, vec![MAIN]));
}

#[test]
fn what_is_kept_for_a_task_from_its_middle_on_is_kept_for_that_task() {
    let mut kept: OfTask<u32> = OfTask::of(3);
    *kept = 30;
    kept.switch(0, false);
    assert_eq!(*kept, 0);
    kept.switch(3, false);
    assert_eq!(*kept, 30);
    kept.switch(0, false);
    kept.switch(3, true);
    assert_eq!(*kept, 0);
}
