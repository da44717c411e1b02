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

/// A machine whose tasks are known: what each has called, and where its stack pointer is.
struct Machine {
    random: u64,
    /// Pointers are heads of chains, the order of which means nothing.
    chained: bool,
    stack: ShadowStack,
    tasks: Vec<Task>,
    now: usize,
    /// Numbers of the stack's tasks by those here.
    numbers: Vec<Option<u32>>,
}

#[derive(Clone, Default)]
struct Task {
    base: u64,
    /// Entries, and where each goes on behind its call or interrupt.
    frames: Vec<(u64, u64)>,
    /// It was left in a handler.
    preempted: bool,
}

const HANDLER: u64 = 0x50;
const FRAME: u64 = 0x60;
/// Stacks of the core.
const INTERRUPTS: u64 = 0x40_0001;
const SWITCHES: u64 = 0x48_0001;

impl Machine {
    fn new(seed: u64, chained: bool) -> Machine {
        let mut m = Machine {
            random: seed,
            chained,
            stack: ShadowStack::new(1000),
            tasks: vec![Task {
                base: 0x9_0000,
                ..Task::default()
            }],
            now: 0,
            numbers: vec![Some(0)],
        };
        m.moves(0, m.pointer(0));
        m.calls(MAIN);
        m
    }

    /// A number below `n`, by xorshift.
    fn below(&mut self, n: u64) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random % n
    }

    fn does(&mut self, fact: FactKind) {
        self.stack.step(&fact);
    }

    fn task(&mut self) -> &mut Task {
        &mut self.tasks[self.now]
    }

    fn pointer(&self, task: usize) -> u64 {
        let task = &self.tasks[task];
        let at = task.base - FRAME * task.frames.len() as u64;
        match self.chained {
            // Odd, so that no two become one.
            true => at.wrapping_mul(0x9e37_79b1) & 0xffff_ffff,
            false => at,
        }
    }

    fn moves(&mut self, from: u64, to: u64) {
        let chained = self.chained;
        self.does(FactKind::Stack { from, to, chained });
    }

    /// A switch may lead over a stack of the core, as that of RTEMS does on several cores.
    fn moves_to_task(&mut self, from: u64, to: u64) {
        if self.below(3) == 0 {
            self.moves(from, SWITCHES);
            self.moves(SWITCHES, to);
        } else {
            self.moves(from, to);
        }
    }

    /// All tasks execute the same code, so calls come from few places.
    fn calls(&mut self, to: u64) {
        let caller = self.task().frames.last().map_or(0x40, |f| f.0);
        let from = caller + 0x10 * (1 + self.below(3));
        self.does(call(from, to));
        self.task().frames.push((to, from + 8));
    }

    fn returns(&mut self) {
        let (_, behind) = self.task().frames.pop().expect("it was called");
        self.does(ret(behind));
    }

    fn is_interrupted(&mut self) {
        let pc = self.task().frames.last().map_or(0x40, |f| f.0) + 4;
        let (level, to) = (8, HANDLER);
        self.does(FactKind::Interrupt { level, pc, to });
        self.task().frames.push((HANDLER, pc));
    }

    /// On a stack of its own, or that of the task.
    fn handles(&mut self) {
        let before = self.pointer(self.now);
        self.is_interrupted();
        let own_stack = !self.chained && self.below(2) == 0;
        if own_stack {
            self.moves(before, INTERRUPTS);
        }
        let from = HANDLER + 0x10;
        for _ in 0..self.below(3) {
            self.does(call(from, 0x7000));
            self.does(ret(from + 8));
        }
        if own_stack {
            self.moves(INTERRUPTS, before);
        }
        self.ends_handler();
    }

    fn ends_handler(&mut self) {
        let (_, to) = self.task().frames.pop().expect("a handler");
        self.does(FactKind::TrapReturn { to });
    }

    /// The core goes over to another task, which may be new, by a call or in a handler.
    fn switches(&mut self) {
        let preempted = self.below(2) == 0;
        if preempted {
            self.is_interrupted();
        }
        self.calls(SWITCH);
        self.task().preempted = preempted;
        let left = self.pointer(self.now);
        let next = self.below(self.tasks.len() as u64 + 1) as usize;
        if next == self.tasks.len() {
            let base = 0x10_0000 + 0x1_0000 * next as u64;
            self.tasks.push(Task {
                base,
                ..Task::default()
            });
            self.numbers.push(None);
            self.now = next;
            self.begins(left, preempted);
        } else if next == self.now {
            self.goes_on();
        } else {
            let at = self.pointer(next);
            self.now = next;
            self.moves_to_task(left, at);
            self.goes_on();
        }
    }

    /// The task under way begins, by a return or by the end of a handler.
    fn begins(&mut self, left: u64, in_handler: bool) {
        let entry = 0x2000 + 0x1000 * self.below(3);
        self.task().frames.clear();
        let begin = self.pointer(self.now);
        self.moves_to_task(left, begin);
        self.does(match in_handler {
            true => FactKind::TrapReturn { to: entry },
            false => ret(entry),
        });
        self.task().frames = vec![(entry, 0)];
    }

    /// The task under way comes back from its switch.
    fn goes_on(&mut self) {
        self.returns();
        if std::mem::take(&mut self.task().preempted) {
            self.ends_handler();
        }
    }

    /// Another one begins on the stack of a task that has ended.
    fn is_replaced(&mut self) {
        let next = self.below(self.tasks.len() as u64) as usize;
        if next == 0 || next == self.now {
            return;
        }
        self.calls(SWITCH);
        self.task().preempted = false;
        let left = self.pointer(self.now);
        self.now = next;
        self.begins(left, false);
    }

    fn holds(&mut self, step: usize) {
        let open: Vec<u64> = self.stack.frames().iter().map(|f| f.entry).collect();
        let frames = self.tasks[self.now].frames.iter().map(|f| f.0);
        assert_eq!(open, frames.collect::<Vec<u64>>(), "step {step}");
        let number = self.stack.task();
        assert_eq!(*self.numbers[self.now].get_or_insert(number), number);
        let with = self.numbers.iter().filter(|n| **n == Some(number));
        assert_eq!(with.count(), 1, "two tasks are one at step {step}");
    }
}

/// Tasks of one program, which call, are interrupted, hand the core over, are preempted, end and are followed by others.
#[test]
fn random_programs_of_tasks_have_the_stacks_that_they_have() {
    for seed in 1..300 {
        let mut m = Machine::new(seed, seed % 2 == 0);
        for step in 0..400 {
            let depth = m.task().frames.len();
            match m.below(10) {
                0..=3 if depth < 20 => {
                    let to = 0x2000 + 0x1000 * m.below(5);
                    m.calls(to);
                }
                4 | 5 if depth > 1 => m.returns(),
                6 => m.handles(),
                7 | 8 => m.switches(),
                9 if m.below(4) == 0 => m.is_replaced(),
                _ => {}
            }
            m.holds(step);
        }
    }
}
