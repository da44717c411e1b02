//! Issue cycles of short programs, counted by hand from the rules.

use super::*;
use crate::isa::operands::{A, D, Disp, DispLoop, E, K, Off};
use crate::isa::table::Insn;
use crate::meters::METERS;
use trueboard_core::meter::CoreBank;

fn p_core() -> Params {
    ron::from_str(
        "(superscalar: true, queue: 6, branch_entries: 128, taken_cycles: 1,
          mispredicted_cycles: 2, fallthrough_cycles: 1, isync_cycles: 3,
          latency: (alu2: 2, mul: 2, mac: 3, div: (11, 9), dvstep: (6, 4), fp: 2, fp_mac: 3,
            fp_div: (8, 6), scaled_address: 2, load_data: 2, load_address: 3, ldmst: (2, 2),
            swap: (3, 2), load_context: (9, 9), store_context: 8))",
    )
    .expect("parameters")
}

struct Run {
    pipe: Pipe,
    tally: Tally,
    pc: u32,
    settled: u64,
}

impl Run {
    /// A pipeline at work: its first instruction was fetched and issued.
    fn new(params: Params) -> Run {
        let mut r = Run {
            pipe: Pipe::new(params),
            tally: Tally::default(),
            pc: 0,
            settled: 0,
        };
        r.issue(store(0, 0), 0);
        r.pc = 0;
        r.since();
        r
    }

    /// Issues an instruction whose memory holds it for `stall` cycles; answers its cycle.
    fn issue(&mut self, insn: Insn, stall: u64) -> u64 {
        let insn = DecodedInsn::decode(insn.encode()).expect("an instruction");
        if self.pc & 7 == 0 {
            self.pipe.fetch(0);
        }
        self.pc += u32::from(insn.len);
        let plan = self.pipe.plan(&insn);
        self.pipe.commit(&insn, plan, stall, 0, &mut self.tally);
        plan.at
    }

    fn jump(&mut self, insn: Insn, taken: bool) -> u64 {
        let at = self.issue(insn, 0);
        let insn = DecodedInsn::decode(insn.encode()).expect("an instruction");
        let pc = self.pc - u32::from(insn.len);
        self.pipe.branch(&insn, pc, 0, taken, &mut self.tally);
        if taken {
            self.pc = 0;
        }
        at
    }

    /// Cycles and meters since the last call.
    fn since(&mut self) -> (u64, CoreBank) {
        self.pipe.flush(&mut self.tally);
        let mut bank = CoreBank::new(&METERS);
        self.tally.flush(true, &mut bank);
        let cycles = self.pipe.now() - std::mem::replace(&mut self.settled, self.pipe.now());
        let stack: u64 = METERS.stack.iter().map(|&m| bank.get(m)).sum();
        assert_eq!(stack, cycles, "every cycle has a cause");
        (cycles, bank)
    }
}

fn d(n: u8) -> D {
    D::new(n)
}

fn a(n: u8) -> A {
    A::new(n)
}

fn add(to: u8, x: u8, y: u8) -> Insn {
    Insn::AddRr {
        d: d(to),
        a: d(x),
        b: d(y),
    }
}

fn mul(to: u8, x: u8, y: u8) -> Insn {
    Insn::MulRr2 {
        d: d(to),
        a: d(x),
        b: d(y),
    }
}

fn load(to: u8, base: u8) -> Insn {
    Insn::LdWBoBase {
        d: d(to),
        b: a(base),
        o: Off::new(0),
        m: crate::isa::operands::Base,
    }
}

fn load_a(to: u8, base: u8) -> Insn {
    Insn::LdABoBase {
        d: a(to),
        b: a(base),
        o: Off::new(0),
        m: crate::isa::operands::Base,
    }
}

fn store(base: u8, from: u8) -> Insn {
    Insn::StWBoBase {
        b: a(base),
        o: Off::new(0),
        m: crate::isa::operands::Base,
        a: d(from),
    }
}

fn loop_back(counter: u8) -> Insn {
    Insn::LoopSbr {
        a: a(counter),
        t: DispLoop::new(-16),
    }
}

fn madd(to: u8, sum: u8, x: u8, y: u8) -> Insn {
    Insn::MaddRrr2 {
        d: d(to),
        c: d(sum),
        a: d(x),
        b: d(y),
    }
}

fn div(to: u8, x: u8, y: u8) -> Insn {
    Insn::DivRr {
        d: E::new(to),
        a: d(x),
        b: d(y),
    }
}

fn jne(x: u8, disp: i32) -> Insn {
    Insn::JneBrc {
        a: d(x),
        b: K::new(0),
        t: Disp::new(disp),
    }
}

/// 17 instructions in 17 cycles, one stall of the integer pipe and two of the load/store pipe, as
/// the published counter readings of such a loop say.
#[test]
fn a_loop_with_dependences_takes_seventeen_cycles_a_round() {
    let mut r = Run::new(p_core());
    let round = |r: &mut Run| {
        r.issue(mul(2, 0, 1), 0);
        r.issue(add(3, 2, 1), 0);
        r.issue(load_a(2, 4), 0);
        r.issue(load(4, 2), 0);
        for _ in 0..11 {
            r.issue(add(5, 6, 7), 0);
        }
        r.issue(store(4, 6), 0);
        r.jump(loop_back(5), true)
    };
    round(&mut r);
    r.since();
    for _ in 0..10 {
        round(&mut r);
    }
    let (cycles, bank) = r.since();
    assert_eq!(cycles, 170);
    assert_eq!(bank.get(Meter::IpDispatchStall), 10);
    assert_eq!(bank.get(Meter::LsDispatchStall), 20);
    // (mul | add ld.a | ld.w | 10 adds | add st.w loop)
    assert_eq!(bank.get(Meter::MultiIssue), 20);
}

#[test]
fn pairs_are_an_integer_instruction_then_a_load_or_store() {
    let mut r = Run::new(p_core());
    let at: Vec<u64> = [
        add(1, 2, 3),
        store(4, 5),
        store(4, 6),
        add(1, 2, 3),
        add(7, 2, 3),
        store(4, 7),
        load(8, 4),
    ]
    .map(|i| r.issue(i, 0))
    .into();
    // A store may take what the integer instruction beside it makes; nothing follows a store.
    assert_eq!(
        at.iter().map(|c| c - at[0]).collect::<Vec<_>>(),
        [0, 0, 1, 2, 3, 3, 4]
    );
    assert_eq!(r.since().1.get(Meter::MultiIssue), 2);
}

#[test]
fn the_scalar_core_issues_one_at_a_time() {
    let mut r = Run::new(Params {
        superscalar: false,
        ..p_core()
    });
    let at: Vec<u64> = [add(1, 2, 3), store(4, 5), add(1, 2, 3), store(4, 6)]
        .map(|i| r.issue(i, 0))
        .into();
    assert_eq!(at[3] - at[0], 3);
    assert_eq!(r.since().1.get(Meter::MultiIssue), 0);
}

#[test]
fn a_multiply_accumulate_passes_its_sum_on() {
    let mut r = Run::new(p_core());
    let at: Vec<u64> = [
        madd(1, 1, 2, 3),
        madd(1, 1, 2, 3),
        madd(1, 1, 2, 3),
        add(4, 1, 1),
        madd(1, 1, 4, 4),
    ]
    .map(|i| r.issue(i, 0))
    .into();
    assert_eq!(
        at.iter().map(|c| c - at[0]).collect::<Vec<_>>(),
        [0, 1, 2, 5, 6]
    );
}

#[test]
fn a_division_keeps_the_divider_and_its_result_back() {
    let mut r = Run::new(p_core());
    let at: Vec<u64> = [div(0, 2, 3), div(4, 2, 3), add(6, 2, 3), add(7, 4, 4)]
        .map(|i| r.issue(i, 0))
        .into();
    assert_eq!(
        at.iter().map(|c| c - at[0]).collect::<Vec<_>>(),
        [0, 9, 10, 20]
    );
}

#[test]
fn a_data_access_holds_all_that_follows_and_is_charged_twice() {
    let mut r = Run::new(p_core());
    r.issue(load(1, 4), 5);
    r.issue(add(2, 1, 1), 0);
    let (cycles, bank) = r.since();
    // Issue, five cycles of waiting, the load's second cycle, issue.
    assert_eq!(cycles, 8);
    assert_eq!(bank.get(Meter::DataStalls), 5);
    assert_eq!(bank.get(Meter::OperandStalls), 1);
    assert_eq!(bank.get(Meter::IpDispatchStall), 6);
}

#[test]
fn conditional_jumps_cost_one_two_or_three_cycles() {
    let mut r = Run::new(p_core());
    let costs: Vec<u64> = [true, true, true, false, false, false]
        .map(|taken| {
            r.pc = 0x100;
            r.jump(jne(1, 16), taken);
            r.since().0
        })
        .into();
    assert_eq!(costs, [3, 2, 2, 3, 3, 1]);
    let mut e = Run::new(Params {
        superscalar: false,
        ..p_core()
    });
    let mut cost = |disp, taken| {
        e.pc = 0x100;
        e.jump(jne(1, disp), taken);
        e.since().0
    };
    assert_eq!([cost(-16, true), cost(-16, false)], [2, 2]);
    assert_eq!([cost(16, true), cost(16, false)], [3, 1]);
}

#[test]
fn a_loop_costs_in_its_first_and_last_round_only() {
    let mut r = Run::new(p_core());
    let costs: Vec<u64> = [true, true, true, false]
        .map(|taken| {
            r.pc = 0;
            r.issue(add(1, 2, 3), 0);
            r.jump(loop_back(5), taken);
            r.since().0
        })
        .into();
    assert_eq!(costs, [2, 1, 1, 3]);
}

#[test]
fn a_slow_fetch_is_hidden_as_far_as_the_queue_reaches() {
    let mut slow = Run::new(p_core());
    for _ in 0..12 {
        slow.issue(add(1, 2, 3), 0);
    }
    slow.since();
    // Six instructions wait in the queue: the fetch began when the one before them left.
    slow.pipe.fetch(8);
    slow.pc += 4;
    slow.issue(add(1, 2, 3), 0);
    let (cycles, bank) = slow.since();
    assert_eq!(bank.get(Meter::FetchStalls), 3);
    assert_eq!(cycles, 4);
}
