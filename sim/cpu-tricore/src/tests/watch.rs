//! Loads of memory that a debugger watches stop the core behind them.

use super::*;
use crate::isa::operands::{Base, Off};
use trueboard_core::inspect::Inspect;
use trueboard_core::mem::{WatchKind, Watchpoint};

const END: u64 = 1_000_000;

/// Lets the core run with its stops armed; answers where it stops and the watchpoint that was reached.
fn run_armed(b: &mut Bench) -> (Stop, Option<Watchpoint>) {
    let end = Tick(END);
    let mut cx = RunCx {
        mem: &mut b.mem,
        bus: &mut b.bus,
        meters: &mut b.meters,
        facts: &mut b.facts,
        until: end,
        planned: end,
        ends: end,
        shared_until: end,
        sync_until: end,
        settled: true,
        armed: ArmedStops::All,
        answer: None,
    };
    let stop = b.core.run(&mut cx);
    (stop, b.mem.forget_reached())
}

/// Where the program stops for watchpoints of `kind` at the word behind [`DATA`].
fn stops(kind: WatchKind) -> Vec<u32> {
    let mut b = Bench::new();
    let load = |to: u8, from: i32| Insn::LdWBoBase {
        d: d(to),
        b: a(4),
        o: Off::new(from),
        m: Base,
    };
    let store = Insn::StWBoBase {
        a: d(0),
        b: a(4),
        o: Off::new(4),
        m: Base,
    };
    b.set_a(4, DATA);
    b.code(&[load(0, 0), load(1, 4), store, load(2, 2), load(3, 8)]);
    // As all cores see it.
    let at = b.core.mem.physical(DATA + 4).into();
    let point = Watchpoint { at, len: 4, kind };
    b.mem.watch(&[point]);
    b.core.watch_reads(b.mem.watches_reads());
    let mut met = Vec::new();
    loop {
        match run_armed(&mut b) {
            (Stop::Watched, reached) => assert_eq!(reached, Some(point)),
            (stop, _) => {
                assert!(matches!(stop, Stop::Error(_)), "{stop:?}");
                return met;
            }
        }
        met.push((b.core.pc() as u32 - CODE) / 4 - 1);
    }
}

#[test]
fn loads_of_watched_memory_stop_behind_them() {
    assert_eq!(stops(WatchKind::Read), [1, 3]);
    assert_eq!(stops(WatchKind::Access), [1, 2, 3]);
}
