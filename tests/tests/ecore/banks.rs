//! The banks of the SRAM (AR, arbitration): each takes one access in a cycle; the mesh comes first,
//! then loads and stores, then fetches, then DMA. Code is in bank 0.

use crate::bench::{Bench, body, window};
use trueboard_core::meter::CoreMeter;

/// Eight loads to registers of their own, from `r40`.
fn loads(n: usize, between: &str) -> String {
    (0..n)
        .map(|i| format!("ldr r{},[r40,+{}]; {between}\n", 10 + i % 8, i % 8))
        .collect()
}

fn from_bank(bank: u32, text: &str) -> Bench {
    body(text)
        .init(&format!("set {},r40", bank * 0x2000 + 0x1000))
        .floats()
}

/// A load and an operation of the FPU fill a line. In the bank of the code the load takes the cycle in
/// which the next line would be fetched.
#[test]
fn a_line_a_cycle() {
    let pairs: String = (0..8)
        .map(|i| {
            format!(
                "ldr r{},[r40,+{i}]; .code32 fadd r{},r20,r21\n",
                10 + i,
                32 + i
            )
        })
        .collect();
    assert_eq!(from_bank(1, &pairs).run().cycles, 8);
    let m = from_bank(0, &pairs).run();
    assert_eq!((m.cycles, m.core(CoreMeter::FetchLost)), (16, 8));
}

/// Two loads in a line: the next line is fetched behind the second one.
#[test]
fn two_accesses_a_line() {
    assert_eq!(from_bank(1, &loads(8, "")).run().cycles, 8);
    assert_eq!(from_bank(0, &loads(8, "")).run().cycles, 4 * 3);
}

/// Every other instruction is a load: there is always a cycle for the fetch.
#[test]
fn one_access_a_line() {
    for bank in [0, 1] {
        let m = from_bank(bank, &loads(8, ".code32 add r20,r20,1")).run();
        assert_eq!(m.cycles, 16, "bank {bank}");
    }
}

/// Core 1 writes eight double words, one a cycle, while core 0 executes.
fn disturbed(at: u32, rest: u32, text: &str) -> u64 {
    let stores: String = (0..8).map(|i| format!("strd r2,[r40,+{i}]\n")).collect();
    let other = format!(
        "set {at},r40; .rept 60; nop; .endr; .rept {rest}; nop; .endr
         {stores}",
        at = window(0) + at,
    );
    body(text)
        .init("set 0x4000,r40; set 0x4000,r41")
        .other(1, &other)
        .set("quantum_cycles=1")
        .floats()
        .run()
        .cycles
}

/// Each write takes a cycle from a core that loads in every cycle.
#[test]
fn the_mesh_comes_before_loads_and_stores() {
    let text = loads(120, "");
    assert_eq!(disturbed(0x5000, 0, &text), 120 + 8);
    assert_eq!(disturbed(0x6000, 0, &text), 120, "another bank");
    let stores = text.replace("ldr", "str");
    assert_eq!(disturbed(0x5000, 0, &stores), 120 + 8);
}
