//! When a result can be used: in a cycle of its own behind the producer that is its latency away.

use super::bench::{body, cycles};

/// Cycles from the issue of `producer` to that of an ADD that reads %d0, on both cores.
fn latency(producer: &str) -> (u64, u64) {
    let (p, e) = cycles(&format!("{producer}; add %d8, %d0, %d0"));
    (p - 1, e - 1)
}

/// OTAWA, after the UM's tables.
#[test]
fn of_the_integer_pipe() {
    for (producer, latencies) in [
        ("add %d0, %d1, %d2", (1, 1)),
        ("sh %d0, %d1, %d2", (1, 1)),
        ("clz %d0, %d1", (1, 1)),
        ("max %d0, %d1, %d2", (1, 1)),
        ("sel %d0, %d1, %d2, %d3", (1, 1)),
        ("adds %d0, %d1, %d2", (2, 1)),
        ("abss %d0, %d1", (2, 1)),
        ("shas %d0, %d1, %d2", (2, 1)),
        ("extr %d0, %d1, 4, 8", (2, 1)),
        ("insert %d0, %d1, %d2, 4, 8", (2, 1)),
        ("dextr %d0, %d1, %d2, 8", (2, 1)),
        ("mul %d0, %d1, %d2", (2, 2)),
        ("muls %d0, %d1, %d2", (3, 2)),
        ("madd %d0, %d1, %d2, %d3", (3, 2)),
        ("msub %d0, %d1, %d2, %d3", (3, 2)),
        ("dvstep %e0, %e2, %d4", (6, 4)),
    ] {
        assert_eq!(latency(producer), latencies, "{producer}");
    }
}

/// The accumulator is read a stage later, and passed on from one multiply-accumulate to the next:
/// four of them issue in four cycles, and what reads the sum waits for the last one's latency.
#[test]
fn sums_of_products_follow_each_other_without_a_wait() {
    let four = "madd %d0, %d0, %d1, %d2; madd %d0, %d0, %d1, %d2
                madd %d0, %d0, %d1, %d2; madd %d0, %d0, %d1, %d2";
    assert_eq!(cycles(four), (4, 4));
    assert_eq!(latency(four), (3 + 3, 3 + 2));
    // A factor is needed at once: 3 and 2 cycles from one to the next.
    let factor = "madd %d0, %d3, %d1, %d2; madd %d0, %d3, %d0, %d2";
    assert_eq!(latency(factor), (3 + 3, 2 + 2));
}

/// Each four bits of the quotient take a cycle: 3 and so many cycles, 4 to 11, on a TC1.6P; 4 to 10 on
/// a TC1.6E (the ends are OTAWA's; the steps are an estimate).
#[test]
fn a_division_takes_as_long_as_its_quotient() {
    for (dividend, divisor, latencies) in [
        (15, 3, (4, 4)),         // 3 bits
        (0x7f00, 0x100, (5, 5)), // 7 bits
        (0x12_3456, 1, (9, 9)),  // 21 bits: six steps
        (0x7fff_ffff, 1, (11, 10)),
    ] {
        let b = body("div %e0, %d2, %d3; add %d8, %d0, %d0");
        let b = b.init(&format!("set {dividend}, %d2; set {divisor}, %d3"));
        let (p, e) = b.cycles();
        assert_eq!((p - 1, e - 1), latencies, "{dividend} / {divisor}");
    }
}

/// OTAWA: two cycles, three for the fused form, one for comparisons, eight for a quotient.
#[test]
fn of_the_fpu() {
    for (producer, latencies) in [
        ("add.f %d0, %d1, %d2", (2, 2)),
        ("mul.f %d0, %d1, %d2", (2, 2)),
        ("itof %d0, %d1", (2, 2)),
        ("ftoiz %d0, %d1", (2, 2)),
        ("cmp.f %d0, %d1, %d2", (1, 1)),
        ("qseed.f %d0, %d1", (1, 1)),
        ("madd.f %d0, %d1, %d2, %d3", (3, 3)),
        ("div.f %d0, %d1, %d2", (8, 8)),
    ] {
        assert_eq!(latency(producer), latencies, "{producer}");
    }
    // The sum of a fused operation is needed at once.
    let chain = "madd.f %d0, %d0, %d2, %d3; madd.f %d0, %d0, %d2, %d3";
    assert_eq!(latency(chain), (6, 6));
}

/// The next quotient can begin after 6 cycles (estimate), the next step of a division after 4.
#[test]
fn a_divider_is_busy() {
    assert_eq!(cycles("div.f %d0, %d1, %d2; div.f %d3, %d1, %d2"), (7, 7));
    assert_eq!(cycles("dvstep %e0, %e2, %d4; dvstep %e6, %e2, %d4"), (5, 5));
    // Others go on.
    assert_eq!(cycles("div.f %d0, %d1, %d2; add %d3, %d1, %d2"), (2, 2));
}

/// From the own data scratchpad: two cycles to a data register, three to an address register (OTAWA).
#[test]
fn of_loads() {
    assert_eq!(latency("ld.w %d0, [%a4]4"), (2, 2));
    assert_eq!(latency("ld.bu %d0, [%a4]4"), (2, 2));
    assert_eq!(latency("ld.d %e0, [%a4]8"), (2, 2));
    // The word at %a4 is its own address.
    assert_eq!(cycles("ld.a %a2, [%a4]0; ld.w %d0, [%a2]4"), (4, 4));
    // What an addressing mode writes can be used in the next cycle.
    assert_eq!(
        cycles("lea %a2, [%a4]0; ld.w %d0, [%a2+]4; ld.w %d1, [%a2]4"),
        (3, 3)
    );
}

#[test]
fn of_addresses() {
    assert_eq!(cycles("lea %a2, [%a4]4; ld.w %d0, [%a2]4"), (2, 2));
    assert_eq!(
        cycles("addsc.a %a2, %a4, %d15, 0; ld.w %d0, [%a2]4"),
        (3, 2)
    );
    assert_eq!(latency("mov.d %d0, %a4"), (1, 1));
}

/// LDMST and ST.T keep the unit for 2 cycles, SWAP.W delivers after 3 (OTAWA; intervals estimated).
#[test]
fn of_atomics() {
    assert_eq!(cycles("ldmst [%a4]4, %e2; st.w [%a4]8, %d1"), (3, 3));
    assert_eq!(cycles("st.t 0xd0000104, 3, 1; st.w [%a4]8, %d1"), (3, 3));
    assert_eq!(latency("swap.w [%a4]4, %d0"), (3, 3));
}

/// 16 words take 9 cycles to be loaded, and what is stored keeps the unit for 8 (OTAWA; the latter an
/// estimate).
#[test]
fn of_contexts_in_memory() {
    let b = body("ldlcx [%a2]0; add %d8, %d0, %d0").ready("lea %a2, [%a4]0x40");
    let b = b.after("set 0xd0000100, %a4\n");
    assert_eq!(b.cycles(), (10, 10));
    let b = body("stlcx [%a2]0; st.w [%a4]4, %d0").ready("lea %a2, [%a4]0x40");
    assert_eq!(b.cycles(), (9, 9));
}
