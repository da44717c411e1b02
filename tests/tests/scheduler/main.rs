//! The scheduler against its second witness: the naive one, which executes one instruction of whichever core is
//! furthest behind and then looks at everything anew ([`Machine::run_naively`]).
//!
//! In the reference mode both do the same to the last meter. What the default mode may do otherwise is in
//! `docs/contributing/architecture.md`; it never depends on where a run is cut and on who follows it.
//!
//! Tests that are ignored take all images: `cargo test -p conformance --test scheduler -- --ignored`.

mod charges;
mod cuts;
mod epiphany;
mod images;
mod leon;
mod outside;
mod starts;
mod tricore;
mod untimed;

use trueboard_board::{Ended, Machine, Translate};
use trueboard_core::fact::CoreState;
use trueboard_core::time::Tick;

/// What makes a board go in lock-step.
pub const REFERENCE: [&str; 2] = ["quantum_cycles=1", "relax_cycles=0"];

/// The naive run to `end`, at most.
pub fn naive(mut m: Machine, end: u64) -> (Ended, Machine) {
    let ended = m.run_naively(Tick(end));
    m.finish();
    (ended, m)
}

/// The run as it is done, to `end` at most: no core begins an instruction then or later.
pub fn fast(mut m: Machine, end: u64) -> (Ended, Machine) {
    m.set_end(Tick(end), false);
    m.set_translate(Translate::AtOnce);
    let ended = m.run(Tick(end));
    m.finish();
    (ended, m)
}

/// What differs between two runs: which parts of the machine, and which meters of which cores; empty if nothing does.
pub fn difference((ended, got): &(Ended, Machine), (end, wanted): &(Ended, Machine)) -> String {
    let mut said = Vec::new();
    if ended != end {
        said.push(format!("ended {ended:?}, not {end:?}"));
    }
    let parts = got.digest_parts().into_iter().zip(wanted.digest_parts());
    for (i, (a, b)) in (0..=u8::MAX).zip(parts) {
        // An eCore remembers how far its last slice went, for packets that come too late; that is no part of the run.
        let remembers = got.core_kind(i).is_some_and(|kind| kind.name == "epiphany");
        let equal = match remembers {
            true => visible(got, i) == visible(wanted, i),
            false => a == b,
        };
        if !equal {
            said.push(format!("{} differs", a.0));
        }
    }
    for core in 0..got.meters().cores.len() as u8 {
        let of = |m: &Machine| {
            let dictionary = m.dictionary(core).expect("it is there");
            let bank = &m.meters().cores[usize::from(core)];
            let meters = dictionary.all();
            meters
                .map(|meter| (dictionary.name(meter), bank.sum(&[meter])))
                .collect::<Vec<_>>()
        };
        for ((name, a), (_, b)) in of(got).into_iter().zip(of(wanted)) {
            if a != b {
                said.push(format!("core {core}: {name} {a}, not {b}"));
            }
        }
    }
    said.join("\n")
}

/// Runs `m` to `end`, in pieces, in the default mode: no core is ever further ahead of one that runs than by `quantum`
/// base ticks and what a single access may take.
pub fn nobody_is_far_ahead(what: &str, m: &mut Machine, quantum: u64, end: u64) {
    /// More than an access takes behind those of all other cores, in base ticks.
    const ACCESS: u64 = 2_000;
    let mut at = 0;
    while at < end {
        at += 97;
        let ended = m.run(Tick(at));
        let running = (0..m.meters().cores.len() as u8).filter(|&core| {
            m.core_state(core)
                .is_some_and(|c| c.1 == CoreState::Running)
        });
        let times: Vec<u64> = running.map(|core| m.core_time(core).0).collect();
        let (first, last) = (times.iter().min(), times.iter().max());
        let lead = last.zip(first).map_or(0, |(last, first)| last - first);
        assert!(
            lead <= quantum + ACCESS,
            "{what}, at {at}: {lead} ticks ahead, {times:?}"
        );
        if ended != Ended::Paused {
            break;
        }
    }
}

/// What a program can see of a core: its registers, where it stands, and when.
fn visible(m: &Machine, core: u8) -> (Vec<u64>, u64, Tick, Option<CoreState>) {
    let registers = 0..m.registers(core).len();
    (
        registers.map(|n| m.register(core, n)).collect(),
        m.pc(core),
        m.core_time(core),
        m.core_state(core).map(|c| c.1),
    )
}
