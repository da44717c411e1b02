//! The GRFPU with everything in L1 (UM 2.9 section 6.5; GR740 facts of operation latency).

use crate::bench::{Bench, body};
use crate::book::Book;
use trueboard_cpu_sparcv8::meters::Meter;

/// A body with constants in FPU registers and `%o0` at warm data. %f0: 3.0, %f1: 0; %f2: 1.5,
/// %f3: 1.5; %f4: 2.0, %f5: 0; %f8 and above: 0. As doubles %f0 is 3-ish with few bits, %f2 has
/// many bits, %f4 is a power of two.
fn floats(text: &str) -> Bench {
    body(text)
        .init(
            "set data, %o0; ldd [%o0], %f0; ldd [%o0 + 8], %f2; ldd [%o0 + 16], %f4
             ldd [%o0 + 24], %f8; ldd [%o0 + 24], %f10; ldd [%o0 + 24], %f12
             ldd [%o0 + 24], %f14; ldd [%o0 + 24], %f16; ldd [%o0 + 24], %f18\n",
        )
        .ready("ld [%o0], %g1; ld [%o0 + 32], %g1")
        .more(
            ".align 32; data: .word 0x40400000, 0; .word 0x3fc00000, 0x3fc00000
             .word 0x40000000, 0; .word 0, 0
             .word 0, 0, 0, 0",
        )
}

/// Latency of `op`, whose result is in %f6: a reader directly behind issues when it is there.
fn latency(op: &str) -> u64 {
    let m = floats(&format!("{op}; fmovs %f6, %f20")).run();
    let stall = m.core(Meter::FpuStalls);
    assert_eq!(m.cycles, 2 + stall, "{op}");
    // A reader far enough behind waits for nothing, and neither does who needs another register.
    let nops = "nop;".repeat(stall as usize);
    let far = floats(&format!("{op}; {nops} fmovs %f6, %f20")).run();
    assert_eq!(far.cycles, 2 + stall, "{op} and {stall} NOPs");
    assert_eq!(
        floats(&format!("{op}; fmovs %f5, %f20")).run().cycles,
        2,
        "{op}"
    );
    1 + stall
}

#[test]
fn latency_and_throughput_of_pipelined_operations() {
    // UM 2.9 section 6.5: one per cycle, result after 4.
    let c = Book::gr740().core;
    for op in [
        "fadds %f0, %f2, %f6",
        "faddd %f0, %f2, %f6",
        "fsubs %f0, %f2, %f6",
        "fsubd %f0, %f2, %f6",
        "fmuls %f0, %f2, %f6",
        "fmuld %f0, %f2, %f6",
        "fsmuld %f0, %f2, %f6",
        "fitos %f0, %f6",
        "fitod %f0, %f6",
        "fstoi %f0, %f6",
        "fdtoi %f0, %f6",
        "fstod %f0, %f6",
        "fdtos %f0, %f6",
    ] {
        assert_eq!(latency(op), u64::from(c.fp_cycles), "{op}");
        // Six of them into six registers: six cycles.
        let many: String = (0..6)
            .map(|i| op.replace("%f6", &format!("%f{}", 8 + 2 * i)) + ";")
            .collect();
        assert_eq!(floats(&many).run().cycles, 6, "{op}");
    }
    // Estimate: moves have no arithmetic in between.
    for op in ["fmovs %f0, %f6", "fnegs %f0, %f6", "fabss %f0, %f6"] {
        assert_eq!(latency(op), u64::from(c.fp_move_cycles), "{op}");
    }
    // Both halves of a double are its result.
    for half in ["%f6", "%f7"] {
        let m = floats(&format!("faddd %f0, %f2, %f6; fmovs {half}, %f20")).run();
        assert_eq!(m.cycles, 1 + u64::from(c.fp_cycles));
    }
}

#[test]
fn divide_and_square_root() {
    // UM 2.9 section 6.5: FDIVs 16, FDIVd 15 or 18, FSQRTs 24, FSQRTd 23 or 26 by operand. Which
    // operand takes longer is an estimate: FDIVd is short for a divisor without fraction bits
    // (%f4 is a power of two), FSQRTd for an operand with at most half the fraction bits.
    let c = Book::gr740().core;
    assert_eq!(latency("fdivs %f0, %f2, %f6"), u64::from(c.fdivs_cycles));
    assert_eq!(latency("fdivd %f0, %f4, %f6"), u64::from(c.fdivd_cycles.0));
    assert_eq!(latency("fdivd %f0, %f2, %f6"), u64::from(c.fdivd_cycles.1));
    assert_eq!(latency("fsqrts %f0, %f6"), u64::from(c.fsqrts_cycles));
    assert_eq!(latency("fsqrtd %f0, %f6"), u64::from(c.fsqrtd_cycles.0));
    assert_eq!(latency("fsqrtd %f2, %f6"), u64::from(c.fsqrtd_cycles.1));
}

#[test]
fn division_does_not_block_what_is_pipelined() {
    // UM 2.9 section 6.5: an iteration unit of its own. FDIVs at 0, additions at 1 to 6, the reader
    // at 16.
    let c = Book::gr740().core;
    let div = u64::from(c.fdivs_cycles);
    // FADDs into one register one behind the other wait for their predecessor's latency (an older
    // result is not overtaken, estimate), so different registers here.
    let six: String = (0..6)
        .map(|i| format!("fadds %f0, %f2, %f{};", 8 + i))
        .collect();
    let m = floats(&format!("fdivs %f0, %f2, %f6; {six} fmovs %f6, %f20")).run();
    assert_eq!((m.cycles, m.core(Meter::FpuStalls)), (div + 1, div - 7));
    // Integer instructions go on as well.
    let m = floats(&format!(
        "fdivs %f0, %f2, %f6; {} fmovs %f6, %f20",
        "nop;".repeat(10)
    ))
    .run();
    assert_eq!(m.cycles, div + 1);
}

#[test]
fn the_iteration_unit_takes_one_at_a_time() {
    // UM 2.9 section 6.5: throughput of FDIVs 16: the second issues at 16, the third, an FSQRTs, at
    // 32; its reader at 32 + 24.
    let c = Book::gr740().core;
    let (div, root) = (u64::from(c.fdivs_cycles), u64::from(c.fsqrts_cycles));
    let m = floats("fdivs %f0, %f2, %f6; fdivs %f2, %f0, %f8; fsqrts %f0, %f10; fmovs %f10, %f20")
        .run();
    assert_eq!(m.cycles, 2 * div + root + 1);
}

#[test]
fn an_older_result_is_not_overtaken() {
    // Estimate: an FPop for the register of one under way waits for it, then issues.
    let c = Book::gr740().core;
    let m = floats("fdivs %f0, %f2, %f6; fadds %f0, %f2, %f6").run();
    assert_eq!(m.cycles, u64::from(c.fdivs_cycles) + 1);
    let m = floats("fdivs %f0, %f2, %f6; ld [%o0], %f6").run();
    assert_eq!(m.cycles, u64::from(c.fdivs_cycles) + 1);
}

#[test]
fn loads_and_stores_of_fpu_registers() {
    let c = Book::gr740().core;
    let (fp, wait) = (u64::from(c.fp_cycles), u64::from(c.load_use_cycles));
    // Estimate: an FPop uses a loaded register one instruction later, as an integer one.
    let fpu = |text: &str| {
        let m = floats(text).run();
        (m.cycles, m.core(Meter::FpuStalls))
    };
    assert_eq!(fpu("ld [%o0], %f6; fadds %f6, %f2, %f8"), (2 + wait, wait));
    assert_eq!(fpu("ld [%o0], %f6; nop; fadds %f6, %f2, %f8"), (3, 0));
    assert_eq!(fpu("ld [%o0], %f6; fadds %f5, %f2, %f8"), (2, 0));
    for half in ["%f6", "%f7"] {
        assert_eq!(
            fpu(&format!("ldd [%o0], %f6; fmovs {half}, %f8")),
            (2 + wait, wait)
        );
    }
    // Estimate: STF and STDF of a result wait for its latency, and for a load as an FPop does.
    assert_eq!(
        fpu("fadds %f0, %f2, %f6; st %f6, [%o0 + 32]"),
        (1 + fp, fp - 1)
    );
    assert_eq!(
        fpu("faddd %f0, %f2, %f6; std %f6, [%o0 + 32]"),
        (1 + fp, fp - 1)
    );
    assert_eq!(fpu("fadds %f0, %f2, %f6; st %f0, [%o0 + 32]"), (2, 0));
    assert_eq!(fpu("ld [%o0], %f6; st %f6, [%o0 + 32]"), (2 + wait, wait));
}

#[test]
fn compare_and_branch() {
    // UM 2.9 section 6.5: FCMP has latency 4. V8 wants one instruction before FBfcc. The branch
    // issues at 4 and takes 1 and its slot; taken or not, for there is no prediction (estimate).
    let c = Book::gr740().core;
    let fp = u64::from(c.fp_cycles);
    for compare in ["fcmps", "fcmpes", "fcmpd", "fcmped"] {
        for branch in ["fbe", "fbne"] {
            let m = floats(&format!(
                "{compare} %f0, %f2; nop; {branch} after; nop; after:"
            ))
            .run();
            assert_eq!(
                (m.cycles, m.core(Meter::FpuStalls)),
                (fp + 2, fp - 2),
                "{compare}"
            );
            let nops = "nop;".repeat(fp as usize - 1);
            let far = format!("{compare} %f0, %f2; {nops} {branch} after; nop; after:");
            assert_eq!(floats(&far).run().cycles, fp + 2);
        }
    }
    // Without a condition nothing is waited for.
    assert_eq!(
        floats("fcmps %f0, %f2; nop; fba after; nop; after:")
            .run()
            .cycles,
        4
    );
}

#[test]
fn the_state_register_waits_for_an_empty_pipeline() {
    // Estimate: LDFSR and STFSR issue when nothing is under way.
    let c = Book::gr740().core;
    let (fp, div) = (u64::from(c.fp_cycles), u64::from(c.fdivs_cycles));
    for access in ["ld [%o0 + 24], %fsr", "st %fsr, [%o0 + 32]"] {
        let at = |before: &str| floats(&format!("{before} {access}")).run().cycles;
        assert_eq!(at(""), 1, "{access}");
        assert_eq!(at("fadds %f0, %f2, %f6;"), fp + 1, "{access}");
        assert_eq!(at("fcmps %f0, %f2;"), fp + 1, "{access}");
        assert_eq!(at("fdivs %f0, %f2, %f6; nop;"), div + 1, "{access}");
    }
}
