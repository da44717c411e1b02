//! How long who needs a result waits (AR, pipeline, table 10). The table has *separations*; between
//! the two issues there is one cycle more.

use crate::bench::{DATA, body, fpu_cycles};

/// The cycle in which `second` is issued when `first` is in cycle 0. They are in one line, so that no
/// fetch comes between, and never pair.
fn distance(first: &str, second: &str, truncate: bool) -> u64 {
    let config = if truncate {
        "movfs r30,config; .code32 mov r31,1; orr r30,r30,r31; movts config,r30"
    } else {
        ""
    };
    let m = body(&format!(".code32 {first}; .code32 {second}"))
        .init(&format!(
            "set {DATA},r40; mov r41,r40; .code32 mov r42,0; {config}"
        ))
        .more(&format!(".org {DATA}; .word {DATA}, {DATA}, 0, 0"))
        .floats()
        .run();
    m.cycles - 1
}

const INTEGER: &str = "add r20,r40,0";
const FLOAT: &str = "fadd r20,r21,r22";
const LOAD: &str = "ldr r20,[r40,+0]";

#[test]
fn integer_results() {
    for (second, expected) in [
        ("add r23,r20,r20", 1),
        ("mov r23,r20", 1),
        ("str r20,[r41,+2]", 1),
        ("ldr r23,[r20,+0]", 1),
        ("str r24,[r20,+2]", 1),
        ("movts lc,r20", 1),
        ("fadd r23,r20,r22", 2),
        ("fmadd r20,r21,r22", 2),
        ("float r23,r20", 2),
    ] {
        assert_eq!(distance(INTEGER, second, false), expected, "{second}");
    }
}

#[test]
fn results_of_the_fpu() {
    for (second, nearest) in [
        ("fadd r23,r20,r22", 5),
        ("fmadd r20,r23,r24", 5),
        ("fmadd r23,r20,r24", 5),
        ("fmul r23,r22,r20", 5),
        ("add r23,r20,r21", 5),
        ("mov r23,r20", 5),
        ("ldr r23,[r40,+r20]", 5),
        ("str r20,[r40,+2]", 4),
        ("strd r20,[r40,+2]", 4),
        ("movbeq r24,r25", 5),
        // An estimate: STATUS and CONFIG belong to the FPU too.
        ("movfs r24,status", 5),
    ] {
        // The address of the indexed load must be one: 0.0 + 0.0.
        let zero = "fsub r20,r42,r42";
        for (truncate, expected) in [(false, nearest), (true, nearest - 1)] {
            assert_eq!(
                distance(zero, second, truncate),
                expected,
                "{second} {truncate}"
            );
        }
    }
    assert_eq!(distance(FLOAT, "fadd r23,r24,r25", false), 1);
}

/// The second of two stored registers counts too.
#[test]
fn both_halves_of_a_double_word() {
    assert_eq!(distance("fadd r21,r22,r23", "strd r20,[r40,+2]", false), 4);
    assert_eq!(distance("ldrd r20,[r40,+0]", "add r23,r21,1", false), 2);
    assert_eq!(distance("ldrd r20,[r40,+0]", "add r23,r20,1", false), 2);
}

#[test]
fn loads() {
    for (second, expected) in [
        ("add r23,r20,r22", 2),
        ("mov r23,r20", 2),
        ("str r20,[r41,+2]", 2),
        ("ldr r23,[r20,+0]", 2),
        ("str r24,[r20,+2]", 2),
        ("fadd r23,r20,r22", 3),
        ("fmadd r20,r22,r23", 3),
        ("ldr r24,[r41,+1]", 1),
    ] {
        assert_eq!(distance(LOAD, second, false), expected, "{second}");
    }
    for load in ["ldrb r20,[r40,+0]", "ldrh r20,[r40,+0]"] {
        for second in ["add r23,r20,r22", "strb r20,[r41,+8]", "fadd r23,r20,r22"] {
            assert_eq!(distance(load, second, false), 3, "{load} {second}");
        }
    }
}

/// The base that a postmodify leaves is an integer result.
#[test]
fn bases() {
    for first in ["ldr r23,[r40],+1", "str r23,[r40],+1", "ldr r23,[r40],+r42"] {
        assert_eq!(distance(first, "ldr r24,[r40,+0]", false), 1, "{first}");
        assert_eq!(distance(first, "add r24,r40,1", false), 1, "{first}");
        assert_eq!(distance(first, "float r24,r40", false), 2, "{first}");
    }
}

/// A chain of eight: one issue each five cycles.
#[test]
fn chains() {
    let chain = |n: usize| ".code32 fmadd r20,r21,r22\n".repeat(n);
    assert_eq!(fpu_cycles(&chain(8)), 7 * 5 + 1);
    // Five of them, interleaved: nobody waits.
    let five: String = (0..40)
        .map(|i| format!(".code32 fmadd r{},r21,r22\n", 32 + i % 5))
        .collect();
    assert_eq!(fpu_cycles(&five), 40);
}

/// CONFIG is written when the FPU has done what it had to do.
#[test]
fn config_waits_for_the_fpu() {
    let m = body("fadd r20,r21,r22; movts config,r30")
        .init("movfs r30,config")
        .run();
    assert_eq!(m.cycles, 5 + 1);
}
