//! Instructions that cores charge in sums, held against those of single steps.

use crate::images::of;
use std::collections::BTreeMap;
use trueboard_core::fact::FactKind;
use trueboard_core::meter::CoreMeter;
use trueboard_core::observe::{Kinds, Observer, Step};
use trueboard_core::time::Tick;

/// Programs with traps, interrupts, devices, several cores, annulled delay slots, code that misses its cache
/// and counters that are read.
const SOME: &[(&str, u64)] = &[
    ("gr740/hello", 400_000),
    ("gr740/events", 400_000),
    ("gr740/omp", 400_000),
    ("gr740/pthreads", 400_000),
    ("gr740/speed_calls", 200_000),
    ("gr740/speed_cold", 600_000),
    ("gr740/memory", 300_000),
    ("gr740/pmc", 400_000),
    ("leon3-mini/hello", 200_000),
];

/// Sums of meters by core, instruction and meter.
type Sums = BTreeMap<(u8, u64, usize), u64>;

/// Sums the meters of instructions, which cores may charge.
struct Charged(Sums);
/// Sums the meters of single steps.
struct Stepped(Sums);

fn add(sums: &mut Sums, core: u8, pc: u64, advanced: &[(CoreMeter, u64)]) {
    for &(m, n) in advanced {
        let sum = sums.entry((core, pc, m.place())).or_default();
        *sum = sum.wrapping_add(n);
    }
}

impl Observer for Charged {
    fn kinds(&self) -> Kinds {
        Kinds::INSTRUCTION | Kinds::CHARGED
    }

    fn step(&mut self, core: u8, _: Tick, step: &Step<'_>) {
        add(&mut self.0, core, step.pc, step.advanced);
    }

    fn charged_to(&mut self, core: u8, pc: u64, advanced: &[(CoreMeter, u64)]) {
        add(&mut self.0, core, pc, advanced);
    }
}

impl Observer for Stepped {
    fn kinds(&self) -> Kinds {
        Kinds::INSTRUCTION
    }

    fn step(&mut self, core: u8, _: Tick, step: &Step<'_>) {
        add(&mut self.0, core, step.pc, step.advanced);
    }
}

/// Chooses another account behind each call, return and trap.
#[derive(Default)]
struct Chooses(u32);

impl Observer for Chooses {
    fn kinds(&self) -> Kinds {
        Kinds::ACCOUNTS
    }

    fn account(&mut self, _: u8, _: Tick, _: &FactKind) -> Option<u32> {
        self.0 = (self.0 + 1) % 61;
        Some(self.0)
    }
}

/// The sums of `name` up to `end`, with accounts, charged and of single steps.
fn sums(name: &str, end: u64, accounts: bool) -> [Sums; 2] {
    let begin = || {
        let mut m = of(name, &[]);
        if accounts {
            m.observe(Box::new(Chooses::default()));
        }
        m
    };
    let mut charged = begin();
    charged.observe(Box::new(Charged(Sums::new())));
    for cut in [end / 3 + 1, end / 2 + 7, end] {
        charged.run(Tick(cut));
    }
    let mut stepped = begin();
    stepped.observe(Box::new(Stepped(Sums::new())));
    stepped.run(Tick(end));
    let charged = charged.observer::<Charged>().expect("it observes");
    let stepped = stepped.observer::<Stepped>().expect("it observes");
    [charged.0.clone(), stepped.0.clone()]
}

#[test]
fn charged_instructions_equal_single_steps() {
    for (&(name, end), accounts) in SOME.iter().flat_map(|of| [(of, false), (of, true)]) {
        let [is, wanted] = sums(name, end, accounts);
        let of = |sums: &Sums, at| sums.get(at).copied().unwrap_or(0);
        let wrong: Vec<_> = (wanted.keys().chain(is.keys()))
            .filter(|at| of(&is, *at) != of(&wanted, *at))
            .map(|at| (at, is.get(at), wanted.get(at)))
            .take(8)
            .collect();
        assert!(wrong.is_empty(), "{name}, accounts {accounts}: {wrong:x?}");
        assert!(!wanted.is_empty(), "{name}");
    }
}
