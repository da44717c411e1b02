//! Issue groups, dependencies, branches, banks (AR, pipeline, tables 3.1, 8, 9, 10).

use super::*;

/// Cycles from the first instruction of `program` to the BKPT behind it, exclusive.
fn cycles(program: &[Insn]) -> u64 {
    let mut b = Bench::with(program);
    // Data in another bank than the code.
    (b.core.st.r[0], b.core.st.r[2]) = (0x2000, 0x2000);
    b.poke(0x2040, 0x2000);
    b.run();
    b.core.now().0 - 1
}

/// Cycles that the second of two instructions waits.
fn separation(first: Insn, second: Insn) -> u64 {
    // Both begin a line, so that they never pair.
    let one = cycles(&[nop(), nop(), first, nop(), nop()]);
    let two = cycles(&[nop(), nop(), first, second]);
    two - (one - 1)
}

fn movbeq(d: u8, n: u8) -> Insn {
    Insn::Movbeq32 { d: r(d), n: r(n) }
}

#[test]
fn results_are_there_after_the_book() {
    let integer = addi(1, 2, 4);
    let float = fadd(1, 2, 3);
    let load = ldr(1, 0, 0x40);
    let byte = ldrb(1, 0, 0x40);
    let store = str(1, 0, 0x44);
    // Table 10, to nearest.
    assert_eq!(separation(integer, add(4, 1, 1)), 0);
    assert_eq!(separation(integer, str(1, 0, 0x44)), 0);
    assert_eq!(separation(integer, ldr(4, 1, 0)), 0);
    assert_eq!(separation(float, fadd(4, 1, 1)), 4);
    assert_eq!(separation(float, store), 3);
    assert_eq!(separation(float, strd(0, 2, 0x48)), 3);
    assert_eq!(separation(float, add(4, 1, 1)), 4);
    assert_eq!(separation(float, movbeq(4, 5)), 4);
    assert_eq!(separation(load, add(4, 1, 1)), 1);
    assert_eq!(separation(load, store), 1);
    assert_eq!(separation(load, ldr(4, 1, 0)), 1);
    assert_eq!(separation(load, fadd(4, 1, 1)), 2);
    assert_eq!(separation(byte, add(4, 1, 1)), 2);
    assert_eq!(separation(byte, fadd(4, 1, 1)), 2);
}

/// An integer result reaches the FPU one cycle later than others; alone they would pair.
#[test]
fn integer_results_reach_the_fpu_a_cycle_later() {
    assert_eq!(cycles(&[addi(1, 2, 1), fadd(4, 1, 1)]), 3);
    assert_eq!(cycles(&[addi(1, 2, 1), fadd(4, 5, 5)]), 1);
}

#[test]
fn the_fpu_is_a_cycle_faster_when_it_truncates() {
    let chain = [fmadd(1, 2, 3), fmadd(1, 2, 3)];
    assert_eq!(cycles(&chain), 6);
    let mut b = Bench::with(&chain);
    b.core.st.config = 1;
    b.run();
    assert_eq!(b.core.now().0 - 1, 5);
    assert_eq!(b.count(Counted::RawFpu), 3);
}

#[test]
fn a_register_is_not_written_twice_at_once() {
    let mut b = Bench::with(&[fadd(1, 2, 3), nop(), mov(1, 7)]);
    b.run();
    assert_eq!(b.r(1), 7);
    assert_eq!(b.count(Counted::Waw), 3);
}

#[test]
fn fpu_pairs_with_integers_and_accesses_only() {
    let float = || fadd(20, 21, 22);
    let pairs = [
        [float(), addi(1, 2, 1)],
        [addi(1, 2, 1), float()],
        [float(), ldr(1, 0, 0x40)],
        [str(1, 0, 0x40), float()],
    ];
    for pair in pairs {
        let mut b = Bench::with(&pair);
        b.core.st.r[0] = 0x2000;
        b.run();
        assert_eq!(
            (b.core.now().0, b.count(Counted::DualIssue)),
            (2, 1),
            "{pair:?}"
        );
    }
    let alone = [
        [addi(1, 2, 1), ldr(3, 0, 0x40)],
        [addi(1, 2, 1), addi(3, 4, 1)],
        [float(), fadd(23, 24, 25)],
        [float(), nop()],
        // The second writes what the first one reads: that is no obstacle in order, but the other
        // way round it is one.
        [addi(21, 2, 1), float()],
        [float(), addi(20, 2, 1)],
    ];
    for pair in alone {
        let mut b = Bench::with(&pair);
        b.run();
        assert_eq!(b.count(Counted::DualIssue), 0, "{pair:?}");
    }
    let mut b = Bench::with(&[float(), addi(21, 2, 1)]);
    b.run();
    assert_eq!(b.count(Counted::DualIssue), 1);
}

#[test]
fn single_issue_can_be_forced() {
    let mut b = Bench::with(&[fadd(20, 21, 22), addi(1, 2, 1)]);
    b.core.st.config = 1 << 21;
    b.run();
    assert_eq!((b.core.now().0, b.count(Counted::DualIssue)), (3, 0));
}

/// Pairs of long instructions are issued every cycle, whichever half of a line they begin in.
#[test]
fn pairs_follow_each_other_without_a_gap() {
    let pair = |i: u8| [fadd(32 + i, 20, 21), addi(i, 22, 1)];
    let program: Vec<Insn> = (0..8).flat_map(pair).collect();
    assert_eq!(cycles(&program), 8);
    let mut shifted = vec![nop(), nop()];
    shifted.extend(program);
    assert_eq!(cycles(&shifted), 10);
}

#[test]
fn taken_branches_cost_three_and_one_more_across_lines() {
    assert_eq!(cycles(&[b(4)]), 4);
    // To 0x106, where a long instruction lies across two lines.
    let mut bench = Bench::with(&[b(6), nop(), addi(1, 1, 1)]);
    bench.run();
    assert_eq!(bench.core.now().0 - 1, 6);
    assert_eq!(bench.count(Counted::Straddle), 1);
    assert_eq!(bench.count(Counted::BranchRefill), 3);
    // Not taken: AZ is 0 at first.
    let beq = Insn::Beq32 { t: Target::new(4) };
    assert_eq!(cycles(&[beq]), 1);
}

/// A load from the bank of the code delays the fetch; whether that is seen depends on the buffer.
#[test]
fn accesses_delay_fetches_from_their_bank() {
    let pair = |at: i32| {
        move |i: u8| {
            let (d, f) = (1 + i, 32 + i);
            [ldr(d, 0, at), fadd(f, 20, 21)]
        }
    };
    let other = [mov(0, 0x2000)];
    let program = |at: i32| -> Vec<Insn> {
        let pairs = (0..8).flat_map(pair(at));
        other
            .into_iter()
            .chain([nop(), nop()])
            .chain(pairs)
            .collect()
    };
    // Data in bank 1: a pair a cycle.
    assert_eq!(cycles(&program(0)), 3 + 8);
    // Data in the bank of the code: each pair needs a line, and each access takes its cycle.
    let mut b = Bench::with(&{
        let mut p = program(0);
        p[0] = mov(0, 0x1000);
        p
    });
    b.run();
    assert_eq!(b.count(Counted::FetchLocal), 8);
    assert_eq!(b.count(Counted::FetchLost), 8);
}

#[test]
fn the_mesh_comes_first_in_a_bank() {
    let mut b = Bench::with(&[nop(), nop(), nop(), nop(), ldr(1, 0, 0x80)]);
    b.core.st.r[0] = 0x2000;
    b.arrive(4, Op::Write, OWN + 0x3000, 8, 0);
    b.run();
    assert_eq!(b.count(Counted::BankLost), 1);
}

#[test]
fn the_hardware_loop_runs_its_body_so_often_without_a_bubble() {
    use crate::isa::special as sr;
    let body = 0x128;
    let mut program = vec![
        mov(1, body),
        movts(sr::LS, 1),
        mov(1, body + 28),
        movts(sr::LE, 1),
        mov(1, 5),
        movts(sr::LC, 1),
        Insn::Gid {},
        nop(),
        mov(3, 0),
        mov(4, 0),
        mov(4, 0),
    ];
    let before = cycles(&program);
    program.extend([0; 8].map(|_| addi(3, 3, 1)));
    let mut b = Bench::with(&program);
    b.run();
    assert_eq!(b.r(3), 40);
    assert_eq!(b.core.now().0 - 1 - before, 40);
    assert_eq!(b.core.st.lc, 0);
}
