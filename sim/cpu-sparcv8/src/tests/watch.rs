//! Loads of memory that a debugger watches stop the core behind them, in basic blocks too.

use super::*;
use crate::isa::{Addr, Gpr, Insn, Src2};
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

fn gpr(n: u8) -> Gpr {
    Gpr::new(n)
}

fn addr(offset: i16) -> Addr {
    Addr {
        rs1: gpr(1),
        op2: Src2::Imm(offset),
    }
}

/// A loop of loads and stores near [`DATA`], after it has become a block.
fn spinning() -> Bench {
    const BRANCH_BACK: u32 = 0x10bf_fffa;
    const NOP: u32 = 0x0100_0000;
    let mut b = Bench::new(3);
    let (rd, pair) = (gpr(4), crate::isa::GprPair::new(6));
    let program = [
        Insn::Ld { rd, addr: addr(0) },
        Insn::Ldub { rd, addr: addr(7) },
        Insn::St { rd, addr: addr(4) },
        Insn::Ldd {
            rd: pair,
            addr: addr(0),
        },
        Insn::Swap { rd, addr: addr(8) },
        Insn::Stb { rd, addr: addr(12) },
    ];
    let words = program.map(|insn| insn.encode());
    b.program(&[&words[..], &[BRANCH_BACK, NOP]].concat());
    b.set(1, DATA);
    b.run_until(5_000);
    b
}

/// The instructions of the loop behind which `point` stops the core, as often as it is met in three turns.
fn stops(point: Watchpoint) -> Vec<u32> {
    let mut b = spinning();
    b.mem.watch(&[point]);
    b.core.watch_reads(b.mem.watches_reads());
    let stops = (0..12).map(|_| {
        let (stop, reached) = run_armed(&mut b);
        assert_eq!((stop, reached), (Stop::Watched, Some(point)));
        (b.core.pc() as u32 - CODE) / 4 - 1
    });
    stops.collect()
}

fn watchpoint(at: u32, len: u64, kind: WatchKind) -> Watchpoint {
    let at = (DATA + at).into();
    Watchpoint { at, len, kind }
}

/// In the order of the loop, wherever that was when the watchpoint was armed.
fn in_order(mut met: Vec<u32>, expected: &[u32]) {
    let first = met.iter().position(|i| *i == expected[0]);
    met.drain(..first.expect("the first of them"));
    let turns = expected.iter().cycle();
    assert!(met.iter().zip(turns).all(|(a, b)| a == b), "{met:?}");
}

#[test]
fn loads_of_watched_memory_stop_behind_them() {
    use WatchKind::{Access, Read};
    in_order(stops(watchpoint(0, 4, Read)), &[0, 3]);
    in_order(stops(watchpoint(7, 1, Read)), &[1, 3]);
    in_order(stops(watchpoint(4, 2, Read)), &[3]);
    in_order(stops(watchpoint(8, 8, Read)), &[4]);
    in_order(stops(watchpoint(4, 4, Access)), &[1, 2, 3]);
    in_order(stops(watchpoint(8, 8, Access)), &[4, 5]);
}

/// Watchpoints cost no simulated time, and the core is as it would have been.
#[test]
fn watched_loads_take_no_time() {
    let mut plain = spinning();
    let mut watched = spinning();
    watched.mem.watch(&[watchpoint(0, 8, WatchKind::Read)]);
    watched.core.watch_reads(true);
    while run_armed(&mut watched).0 == Stop::Watched && watched.core.now() < Tick(9_000) {}
    plain.run_until(watched.core.now().0);
    assert_eq!(watched.bank(), plain.bank());
    assert_eq!(watched.core.pc(), plain.core.pc());
}
