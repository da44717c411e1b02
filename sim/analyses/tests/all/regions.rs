//! Meters of regions.

use crate::common::table;
use trueboard_analyses::regions::{Region, Regions, Selector};
use trueboard_core::fact::FactKind;
use trueboard_core::meter::CoreBank;
use trueboard_core::observe::{Observer, Running};
use trueboard_core::time::Tick;
use trueboard_cpu_sparcv8::meters::{METERS, Meter};

/// A core whose cycles are ticks, with an instruction every second cycle.
struct Core(Regions);

impl Core {
    fn new(selectors: &[Selector]) -> Core {
        Core(Regions::new(
            selectors.to_vec(),
            table(),
            [&METERS, &METERS],
            64,
        ))
    }

    fn at(&mut self, at: u64, kind: FactKind) -> &mut Core {
        let mut bank = CoreBank::new(&METERS);
        bank.add(false, Meter::Cycles, at);
        bank.add(true, Meter::Instructions, at / 2);
        if self.0.happened(0, &kind) {
            self.0.measured(0, Tick(at), &Running::of_bank(&bank));
        }
        self
    }

    fn call(&mut self, at: u64, from: u64, to: u64) -> &mut Core {
        self.at(at, FactKind::Call { from, to })
    }

    fn ret(&mut self, at: u64, to: u64) -> &mut Core {
        self.at(at, FactKind::Return { from: 0, to })
    }
}

fn region(core: &Core, name: &str) -> Region {
    let found = core.0.report().into_iter().find(|r| r.name == name);
    found.unwrap_or_else(|| panic!("no region {name}"))
}

#[test]
fn calls_cycles_and_extremes() {
    let mut c = Core::new(&[Selector::Function("lea*".into())]);
    c.call(10, 0x4000, 0x6000).ret(30, 0x4008);
    c.call(100, 0x4000, 0x6000).ret(104, 0x4008);
    c.call(200, 0x4000, 0x5000).ret(300, 0x4008);
    let r = region(&c, "leaf");
    assert_eq!((r.calls, r.completed, r.unfinished, r.ticks), (2, 2, 0, 24));
    assert_eq!((r.min_cycles, r.max_cycles), (4, 20));
    assert_eq!(r.meters["cycles"], 24);
    assert_eq!(r.meters["instructions"], 12);
    assert!(!r.meters.contains_key("loads"));
    assert_eq!(c.0.report().len(), 1);
}

#[test]
fn recursion_counts_its_time_once() {
    let mut c = Core::new(&[Selector::Function("leaf".into())]);
    c.call(0, 0x4000, 0x6000).call(10, 0x6010, 0x6000);
    c.ret(20, 0x6018).ret(40, 0x4008);
    let r = region(&c, "leaf");
    assert_eq!((r.calls, r.completed, r.ticks), (2, 1, 40));
}

#[test]
fn a_skipped_return_ends_the_region_and_an_open_one_is_told() {
    let mut c = Core::new(&[Selector::Function("*".into())]);
    c.call(0, 0x4000, 0x5000)
        .call(10, 0x5010, 0x6000)
        .ret(50, 0x4008);
    assert_eq!(region(&c, "leaf").ticks, 40);
    assert_eq!(region(&c, "fir \"quoted\"").ticks, 50);
    c.call(60, 0x4000, 0x6000);
    let r = region(&c, "leaf");
    assert_eq!((r.calls, r.completed, r.unfinished), (2, 1, 1));
}

#[test]
fn a_trap_inside_belongs_to_it() {
    let mut c = Core::new(&[Selector::Function("leaf".into())]);
    c.call(0, 0x4000, 0x6000);
    let trap = FactKind::Trap {
        tt: 6,
        pc: 0x6004,
        to: 0x60,
    };
    c.at(5, trap).ret(7, 0x4008);
    c.at(9, FactKind::TrapReturn { to: 0x6004 }).ret(20, 0x4008);
    let r = region(&c, "leaf");
    assert_eq!((r.completed, r.ticks), (1, 20));
}

#[test]
fn between_two_marks() {
    let between = Selector::Between {
        begin: "roi_begin".into(),
        end: "roi_end".into(),
    };
    let mut c = Core::new(&[between]);
    c.call(5, 0x4000, 0x7100).ret(6, 0x4008); // an end without a begin
    c.call(10, 0x4000, 0x7000).ret(12, 0x4008);
    c.call(20, 0x4010, 0x6000).ret(30, 0x4018);
    c.call(40, 0x4020, 0x7100).ret(42, 0x4028);
    let r = region(&c, "roi_begin..roi_end");
    assert_eq!((r.calls, r.completed, r.ticks), (1, 1, 30));
}

/// Each task calls the function, and hands the core over in it; the next one begins on its stack.
#[test]
fn a_call_whose_stack_another_task_takes_is_unfinished() {
    let stack = |from, to| FactKind::Stack {
        from,
        to,
        chained: false,
    };
    let mut c = Core::new(&[Selector::Function("leaf".into())]);
    c.at(0, stack(0, 0x9000)).call(10, 0x3000, 0x4000);
    for round in 1..4 {
        let at = 100 * round;
        c.at(at, stack(0x8f00, 0xb000)).ret(at + 10, 0x7000);
        c.call(at + 20, 0x7010, 0x6000);
        c.at(at + 30, stack(0xae00, 0x8f00));
        let r = region(&c, "leaf");
        assert_eq!((r.calls, r.completed, r.unfinished), (round, 0, round));
    }
}
