//! Loads of memory that a debugger watches stop the core behind them.

use super::*;
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

/// Where the program stops for watchpoints of `kind` at a word of the core's SRAM.
fn stops(kind: WatchKind) -> Vec<u32> {
    let program = [
        mov(1, 0x4100),
        ldr(2, 1, 0),
        ldr(3, 1, 4),
        ldrb(4, 1, 7),
        str(2, 1, 4),
        ldr(5, 1, 8),
    ];
    let mut b = Bench::with(&program);
    let at = b.core.global(0x4104);
    let point = Watchpoint { at, len: 4, kind };
    b.mem.watch(&[point]);
    b.core.watch_reads(b.mem.watches_reads());
    let mut met = Vec::new();
    loop {
        match run_armed(&mut b) {
            (Stop::Watched, reached) => assert_eq!(reached, Some(point)),
            _ => return met,
        }
        met.push((b.core.pc() as u32 - CODE) / 4 - 1);
    }
}

#[test]
fn loads_of_watched_memory_stop_behind_them() {
    assert_eq!(stops(WatchKind::Read), [2, 3]);
    assert_eq!(stops(WatchKind::Access), [2, 3, 4]);
}
