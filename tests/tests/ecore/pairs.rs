//! What is issued together (AR, pipeline, tables 8 and 9): one instruction of the FPU with an integer
//! operation, a load or a store. A fetch brings 8 bytes in a cycle, so two long instructions a cycle.

use crate::bench::{DATA, body, cycles, fpu_cycles};
use trueboard_cpu_epiphany::meters::Meter;

/// Eight pairs, each in a line: eight cycles, in either order.
#[test]
fn fpu_and_integer() {
    for (a, b) in [(0, 1), (1, 0)] {
        let text: String = (0..8)
            .map(|i| {
                let two = [
                    format!("fadd r{},r20,r21", 32 + i),
                    format!("add r{i},r22,r23"),
                ];
                format!(".code32 {}; .code32 {}\n", two[a], two[b])
            })
            .collect();
        let m = body(&text).floats().run();
        assert_eq!((m.cycles, m.core(Meter::MultiIssue)), (8, 8));
    }
}

/// Four short pairs in two lines.
#[test]
fn short_pairs() {
    let text = "fadd r0,r6,r7; add r1,r6,r6; fsub r2,r6,r7; sub r3,r6,r6
                fmul r4,r6,r7; mov r1,r6; fmul r5,r6,r7; mov r3,r6";
    assert_eq!(fpu_cycles(text), 4);
    // FMADD waits for FADD's result in r0: issued in cycle 5 in place of 3.
    assert_eq!(fpu_cycles(&text.replace("fmul r5", "fmadd r0")), 6);
}

/// In either order; each access has registers of its own.
#[test]
fn fpu_with_loads_and_stores() {
    for access in ["ldr", "ldrd", "str", "strd", "ldrb", "strb", "ldrh", "strh"] {
        let text = format!(
            "{access} r10,[r40,+0]; fadd r32,r20,r21; .code32 fadd r33,r20,r21; {access} r12,[r40,+1]"
        );
        let m = body(&text).init(&format!("set {DATA},r40")).floats().run();
        assert_eq!((m.cycles, m.core(Meter::MultiIssue)), (2, 2), "{access}");
    }
}

/// Two of a group, and whatever controls, one after the other.
#[test]
fn what_does_not_pair() {
    for text in [
        "add r1,r2,r3; sub r4,r5,r6",
        "add r1,r2,r3; nop",
        "nop; nop",
        "movfs r1,status; mov r2,5",
        "mov r2,5; movts lc,r3",
    ] {
        assert_eq!(cycles(text), 2, "{text}");
    }
    assert_eq!(fpu_cycles("fadd r1,r2,r3; fsub r4,r5,r6"), 2);
    assert_eq!(fpu_cycles("nop; fadd r1,r2,r3"), 2);
    assert_eq!(fpu_cycles("fadd r1,r2,r3; nop"), 2);
}

/// The second writes what the first one reads: no obstacle. The other way round it waits.
#[test]
fn dependencies_within_a_pair() {
    assert_eq!(fpu_cycles("fadd r20,r21,r22; add r21,r2,1"), 1);
    // Integer to FPU: distance 2.
    assert_eq!(fpu_cycles("add r21,r2,1; fadd r20,r21,r22"), 3);
    // Both write r20; FPU to integer: distance 5.
    assert_eq!(fpu_cycles("fadd r20,r21,r22; add r20,r2,1"), 6);
}

/// CONFIG bit 21.
#[test]
fn single_issue_can_be_forced() {
    let m = body("fadd r20,r21,r22; add r23,r2,1")
        .init("movfs r30,config; set 0x200000,r31; orr r30,r30,r31; movts config,r30")
        .floats()
        .run();
    assert_eq!((m.cycles, m.core(Meter::MultiIssue)), (2, 0));
}
