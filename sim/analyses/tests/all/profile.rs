//! Profiles: what is charged to which context, and whose executions they are.

use trueboard_analyses::profile::observe::{
    ByLength, CodeNames, ContextKind, CoreProfile, Instructions, Lengths, Names, Profile,
    Unrecorded,
};
use trueboard_core::fact::FactKind;
use trueboard_core::meter::{Accounts, CoreBank, CoreMeter};
use trueboard_core::observe::{Behind, Observer, Step};
use trueboard_core::time::Tick;
use trueboard_cpu_sparcv8::meters::METERS;

struct Hex;

impl Names for Hex {
    fn function(&self, _: u8, entry: u64) -> String {
        format!("{entry:x}")
    }
    fn source(&self, _: u8, _: u64) -> Option<String> {
        None
    }
    fn trap(&self, _: u8, tt: u16) -> String {
        format!("t{tt}")
    }
}

/// A core on which ten ticks, ten cycles and five instructions pass before each event.
struct Core<L = Unrecorded> {
    profile: Profile<L>,
    bank: CoreBank,
    accounts: Accounts,
    at: u64,
}

impl Core {
    fn new() -> Core {
        Core::of(Profile::new(&[&METERS], 16))
    }
}

impl<L: Lengths> Core<L> {
    fn of(profile: Profile<L>) -> Core<L> {
        Core {
            profile,
            bank: CoreBank::new(&METERS),
            accounts: Accounts::default(),
            at: 0,
        }
    }

    fn pass(&mut self, ticks: u64) {
        self.at += ticks;
        self.bank.add(true, CoreMeter::CYCLES, ticks);
        self.bank.add(false, CoreMeter::INSTRUCTIONS, ticks / 2);
    }

    fn happens(&mut self, kind: FactKind) {
        self.pass(10);
        if let Some(account) = self.profile.account(0, Tick(self.at), &kind) {
            self.accounts.turn_to(account, &self.bank);
        }
    }

    fn call(&mut self, from: u64, to: u64) {
        self.happens(FactKind::Call { from, to });
    }

    fn back_to(&mut self, to: u64) {
        self.happens(FactKind::Return { from: 0, to });
    }

    fn interrupt(&mut self) {
        let (pc, to) = (0x1000, 0x50);
        self.happens(FactKind::Interrupt { level: 6, pc, to });
    }

    fn report(&mut self) -> CoreProfile {
        self.pass(10);
        let at = Tick(self.at);
        let report = self
            .profile
            .report(0, at, (&self.bank, &self.accounts), &Hex);
        report.expect("the core has executed something")
    }
}

/// Name, calls and own cycles of each context, with the name of its caller.
fn contexts(p: &CoreProfile) -> Vec<(String, String, u64, u64)> {
    p.contexts
        .iter()
        .map(|c| {
            let caller = c.caller.map(|i| p.contexts[i as usize].name.clone());
            let cycles = c.meters.get("cycles").copied().unwrap_or(0);
            assert_eq!(cycles, c.ticks);
            (caller.unwrap_or_default(), c.name.clone(), c.calls, cycles)
        })
        .collect()
}

fn row(caller: &str, name: &str, calls: u64, cycles: u64) -> (String, String, u64, u64) {
    (caller.into(), name.into(), calls, cycles)
}

#[test]
fn what_passes_belongs_to_the_function_on_top() {
    let mut c = Core::new();
    c.call(0x100, 0xa);
    c.call(0x200, 0xb);
    c.back_to(0x208);
    c.call(0x204, 0xb);
    c.back_to(0x20c);
    c.back_to(0x108);
    let p = c.report();
    assert_eq!(
        contexts(&p),
        [
            row("", "(start)", 0, 20),
            row("(start)", "a", 1, 30),
            row("a", "b", 2, 20)
        ]
    );
    let b = p.executions.iter().find(|e| e.name == "b").expect("b ran");
    assert_eq!(
        (b.caller.as_str(), b.calls, b.completed, b.ticks),
        ("a", 2, 2, 20)
    );
    assert_eq!((b.min_ticks, b.max_ticks, b.periods.intervals), (10, 10, 1));
    assert_eq!(p.stack, [""; 0], "none of these meters is part of a stack");
}

#[test]
fn the_shortest_and_the_longest_execution_are_kept() {
    let mut c = Core::new();
    for length in [40, 70, 20, 30] {
        c.call(0x200, 0xb);
        c.pass(length - 10);
        c.back_to(0x208);
    }
    let p = c.report();
    let b = &p.executions[0];
    assert_eq!((b.min_ticks, b.max_ticks, b.ticks), (20, 70, 160));
}

/// `a` calls `b`, which gives way to a task that has not run before; it goes on when that one does the same.
#[test]
fn time_of_another_task_is_that_of_its_functions() {
    let mut c = Core::new();
    let stack = |from, to| FactKind::Stack {
        from,
        to,
        chained: false,
    };
    c.happens(stack(0, 0x9000));
    c.call(0x100, 0xa);
    c.call(0x200, 0xb);
    c.happens(stack(0x8f00, 0xb000));
    c.back_to(0x500);
    c.pass(1000);
    c.call(0x510, 0xc);
    c.pass(200);
    c.happens(stack(0xaf00, 0x8f00));
    c.back_to(0x208);
    c.back_to(0x108);
    let p = c.report();
    // Of each, cycles are ticks.
    let found = contexts(&p);
    let own = |name: &str| {
        found
            .iter()
            .filter(|f| f.1 == name)
            .map(|f| f.3)
            .sum::<u64>()
    };
    assert!(own("c") >= 200, "{found:?}");
    assert!((20..100).contains(&(own("a") + own("b"))), "{found:?}");
    assert_eq!(found.iter().map(|f| f.3).sum::<u64>(), c.at);
}

#[test]
fn the_median_is_of_each_function_by_caller() {
    let mut c = Core::of(Profile::<ByLength>::with_lengths(&[&METERS], 16));
    c.call(0x100, 0xa);
    for length in [70, 20, 40, 30] {
        c.call(0x200, 0xb);
        c.pass(length - 10);
        c.back_to(0x208);
    }
    c.back_to(0x108);
    // Called by other code it is a group of its own, and one that is open has no length.
    c.call(0x300, 0xb);
    c.pass(90);
    c.back_to(0x308);
    c.call(0x300, 0xb);
    let p = c.report();
    let middle = |caller: &str, name: &str| {
        let mut found = p.executions.iter();
        let found = found.find(|e| (e.caller.as_str(), e.name.as_str()) == (caller, name));
        found.expect("it ran").middle_ticks
    };
    assert_eq!(middle("a", "b"), Some((30, 40)));
    assert_eq!(middle("", "b"), Some((100, 100)));
    // Four calls of b, 160 ticks, and ten before each event of its own.
    assert_eq!(middle("", "a"), Some((210, 210)));
    let mut plain = Core::new();
    plain.call(0x100, 0xa);
    plain.back_to(0x108);
    assert_eq!(plain.report().executions[0].middle_ticks, None);
}

#[test]
fn what_a_handler_calls_is_called_by_what_was_interrupted() {
    let mut c = Core::new();
    c.call(0x100, 0xa);
    for _ in 0..3 {
        c.interrupt();
        c.call(0x54, 0xf);
        c.back_to(0x5c);
        c.happens(FactKind::TrapReturn { to: 0x1000 });
    }
    c.call(0x104, 0xf);
    let p = c.report();
    assert_eq!(
        contexts(&p),
        [
            row("", "(start)", 0, 10),
            row("(start)", "a", 1, 40),
            row("a", "interrupt 6", 3, 60),
            row("interrupt 6", "f", 3, 30),
            row("a", "f", 1, 10),
        ]
    );
    let f: Vec<_> = p.executions.iter().filter(|e| e.name == "f").collect();
    let [handled, plain] = f.as_slice() else {
        panic!("{f:?}")
    };
    assert!(
        handled.in_handler && handled.periods.is_periodic(),
        "{handled:?}"
    );
    assert_eq!(
        (
            handled.caller.as_str(),
            handled.calls,
            handled.periods.mean_ticks()
        ),
        ("a", 3, 40)
    );
    assert_eq!(
        (plain.in_handler, plain.calls, plain.completed),
        (false, 1, 0)
    );
    assert_eq!(p.contexts[2].kind, ContextKind::Interrupt);
}

#[test]
fn what_a_handlers_functions_call_is_in_the_handler_too() {
    let mut c = Core::new();
    c.call(0x100, 0xa);
    c.interrupt();
    c.call(0x54, 0xd);
    c.call(0xe0, 0xf);
    c.back_to(0xe8);
    c.back_to(0x5c);
    c.happens(FactKind::TrapReturn { to: 0x1000 });
    c.call(0x104, 0xd);
    c.call(0xe0, 0xf);
    let p = c.report();
    let f: Vec<_> = p.executions.iter().filter(|e| e.name == "f").collect();
    let seen: Vec<_> = f
        .iter()
        .map(|e| (e.caller.as_str(), e.in_handler))
        .collect();
    assert_eq!(seen, [("d", true), ("d", false)]);
}

#[test]
fn recursion_is_a_context_for_each_level() {
    let mut c = Core::new();
    c.call(0x100, 0xa);
    c.call(0x200, 0xa);
    c.call(0x200, 0xa);
    c.back_to(0x208);
    c.call(0x200, 0xa);
    let p = c.report();
    let seen = contexts(&p);
    assert_eq!(seen.len(), 4);
    assert_eq!(seen[3], row("a", "a", 2, 20));
    let own: Vec<_> = p
        .executions
        .iter()
        .map(|e| (e.caller.as_str(), e.calls))
        .collect();
    assert_eq!(own, [("", 1), ("a", 3)]);
}

/// A program that never calls the same way twice is followed with a bound on memory.
#[test]
fn contexts_beyond_the_limit_share_one() {
    let mut c = Core::new();
    let calls = (1 << 16) + 100;
    for i in 0..calls {
        c.call(0x100, 0x1_0000 + i);
        c.back_to(0x108);
    }
    let p = c.report();
    assert_eq!(p.contexts.len(), (1 << 16) + 1);
    let others = p.contexts.last().expect("there are contexts");
    assert_eq!(
        (others.kind, others.name.as_str()),
        (ContextKind::Others, "(others)")
    );
    let sum: u64 = p.contexts.iter().map(|c| c.calls).sum();
    assert_eq!((sum, others.calls), (calls, 101));
    let cycles: u64 = p.contexts.iter().map(|c| c.ticks).sum();
    assert_eq!(cycles, 10 * (2 * calls + 1));
}

#[test]
fn a_core_that_executed_nothing_has_no_profile() {
    let profile = Profile::new(&[&METERS; 2], 16);
    assert_eq!(
        profile.report(
            1,
            Tick(100),
            (&CoreBank::new(&METERS), &Accounts::default()),
            &Hex
        ),
        None
    );
}

impl CodeNames for Hex {
    fn within(&self, _: u8, _: u64) -> String {
        "f".to_owned()
    }
    fn text(&self, _: u8, _: u64) -> String {
        "nop".to_owned()
    }
}

#[test]
fn instructions_add_up_to_the_meters() {
    let mut followed = Instructions::new(&[&METERS]);
    let mut bank = CoreBank::new(&METERS);
    bank.add(true, CoreMeter::CYCLES, 7);
    let cycles = CoreMeter::CYCLES;
    for (pc, n) in [(0x104, 2), (0x100, 1), (0x104, 3)] {
        bank.add(false, cycles, n);
        let step = Step {
            pc,
            completed: true,
            advanced: &[(cycles, n)],
            behind: Behind::default(),
        };
        followed.step(0, Tick(0), &step);
    }
    let report = followed.report(0, &bank, &Hex).expect("it has executed");
    let seen: Vec<(Option<u64>, u64)> = report
        .instructions
        .iter()
        .map(|i| (i.pc, i.meters["cycles"]))
        .collect();
    assert_eq!(seen, [(Some(0x100), 1), (Some(0x104), 5), (None, 7)]);
    assert!(followed.report(1, &bank, &Hex).is_none());
}
