//! A core that is alone awake lets another one go, which sets a word for which the first one counts its turns. By hand,
//! in cycles: the other one executes fewer than 20 instructions, each of them and its fetch from the own scratchpad a few
//! cycles, enters an interrupt (some 20) at most once, and stores over the SRI (below 20). A turn takes 3 cycles, and the
//! first core may be ahead by the quantum, 50 cycles, once more where its slice ends. So it counts 60 turns at most.

use crate::REFERENCE;
use crate::tricore::{CODE, boot, number};
use trueboard_board::{Ended, Machine, Pause, Stops};
use trueboard_core::time::Tick;

pub const MOST: u64 = 60;

/// Core 1 does `before` until core 0, behind some time, does `lets_go`. Words are those of core 0, at `%a4` for it and at
/// `%a6` for core 1, whose window of CSFRs is at `%a13`, less 0xfe00.
fn program(before: &str, lets_go: &str) -> String {
    format!(
        "core0: set 0xd0000000, %a4; set 0xf883fe00, %a13; set 0xf0039000, %a12; mov %d2, 2000; mov %d7, 0
         first: addi %d2, %d2, -1; jne %d2, 0, first
         {lets_go}
         turn: ld.w %d0, [%a4]64; addi %d7, %d7, 1; jeq %d0, 0, turn
         set 0x900d, %a14; debug
         .align 32
         core1: set 0x70000000, %a6; mov %d1, 1
         {before}
         sets: st.w [%a6]64, %d1
         stays: wait; j stays
         .align 32
         core2: wait; j core2
         .org 0xc0004020; st.w [%a6]64, %d1; rfe
         .org 0xc0004040"
    )
}

/// Writes DBGSR, ICR and a service request node of core 1.
const RELEASE: &str = "mov %d5, 4; st.w [%a13]-256, %d5";
const OPEN: &str = "set 0x8000, %d5; st.w [%a13]44, %d5";
const REQUEST: &str = "set 0x04000c01, %d5; st.w [%a12]0, %d5";
const HALT: &str = "mov %d5, 6; st.w [%a13]-256, %d5";
const SOME: &str = "mov %d2, 300; some: addi %d2, %d2, -1; jne %d2, 0, some";

/// (what, what core 1 does before, how core 0 lets it go, whether core 1 runs at first).
fn cases() -> Vec<(&'static str, String, String, bool)> {
    let case = |what, before: &str, lets_go: String, runs| (what, before.to_owned(), lets_go, runs);
    vec![
        case("start", "", RELEASE.to_owned(), false),
        case("interrupt", "enable; wait", REQUEST.to_owned(), true),
        case(
            "release of a halted core with a request",
            "enable; h: j h",
            format!("{HALT}; {REQUEST}; {SOME}; {RELEASE}"),
            true,
        ),
        case(
            "interrupts let through to a core that waits",
            "disable; wait",
            format!("{REQUEST}; {SOME}; {OPEN}"),
            true,
        ),
    ]
}

fn ready((_, before, lets_go, runs): &(&str, String, String, bool), sets: &[&str]) -> Machine {
    let text = program(before, lets_go);
    let mut m = boot(&text, sets);
    if *runs {
        let pc = m.register(1, number(&m, 1, "pc"));
        m.start_at(1, pc).expect("it is there");
    }
    m
}

fn turns(m: &Machine) -> u64 {
    m.register(0, number(m, 0, "d7"))
}

const EXIT: Ended = Ended::Exit { core: 0, status: 0 };

#[test]
fn whoever_is_let_go_runs_at_once() {
    for case in cases() {
        for sets in [&[][..], &REFERENCE] {
            let mut m = ready(&case, sets);
            assert_eq!(m.run(Tick(4_000_000)), EXIT, "{}", case.0);
            let turns = turns(&m);
            assert!(turns <= MOST, "{}, {sets:?}: {turns} turns", case.0);
        }
    }
}

/// Runs `m` to its end; it stops as `stops` says once core 0 is where it lets the other one go. Answers how often.
fn stopping(m: &mut Machine, stops: &Stops) -> usize {
    let mut stopped = 0;
    m.run(Tick(3000));
    loop {
        match m.run_until_break(Tick(4_000_000), stops) {
            Pause::Ended(ended) => {
                assert_eq!(ended, EXIT);
                return stopped;
            }
            _ => stopped += 1,
        }
    }
}

/// A debugger that stops at every instruction where the other core is let go changes nothing.
#[test]
fn a_stop_where_somebody_is_let_go_changes_nothing() {
    let steps = Stops {
        step: Some(0),
        ..Stops::default()
    };
    let everywhere = Stops {
        breakpoints: (CODE.into()..u64::from(CODE) + 0x100).step_by(2).collect(),
        ..Stops::default()
    };
    for case in cases() {
        let mut whole = ready(&case, &[]);
        whole.run(Tick(4_000_000));
        for stops in [&steps, &everywhere] {
            let mut m = ready(&case, &[]);
            let stopped = stopping(&mut m, stops);
            assert!(stopped > 20, "{}: {stopped} stops", case.0);
            assert_eq!(turns(&m), turns(&whole), "{}", case.0);
            assert_eq!(m.digest_parts(), whole.digest_parts(), "{}", case.0);
        }
    }
}
