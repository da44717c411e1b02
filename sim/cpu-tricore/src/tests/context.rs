//! Calls, returns and the lists of contexts.

use super::*;
use crate::isa::operands::{Disp, Ku};
use crate::state::*;

/// `call` to the instruction `by` bytes ahead.
fn call(by: i32) -> Insn {
    Insn::CallB { t: Disp::new(by) }
}

fn mov(to: u8, v: i32) -> Insn {
    Insn::MovURlc {
        d: d(to),
        b: Ku::new(v),
    }
}

#[test]
fn a_call_saves_the_upper_context_and_a_return_restores_it() {
    let mut b = Bench::new();
    b.set_d(8, 0x88);
    b.set_a(15, 0xa15);
    b.set_a(10, 0xd000_1000);
    b.set_a(11, 0x1234);
    let psw = b.core.st.psw;
    let fcx = b.core.st.fcx;
    b.code(&[call(0x100), mov(1, 7)]);
    b.put(CODE + 0x100, &[mov(8, 99), mov(2, 5), Insn::RetSr {}]);
    // Stop in the callee first: what is in the block?
    b.run_until(5);
    assert_eq!(b.core.st.pcxi & (LINK | PCXI_UL), fcx | PCXI_UL);
    assert_eq!(b.peek(CONTEXTS + 4), psw);
    assert_eq!(b.peek(CONTEXTS + 12), 0x1234, "A11 of the caller");
    assert_eq!(b.peek(CONTEXTS + 16), 0x88);
    assert_eq!(b.a(11), CODE + 4);
    assert_eq!(b.core.st.psw & PSW_CDC, 1);
    assert_eq!(b.run(), CODE + 8);
    assert_eq!((b.d(8), b.d(2), b.d(1)), (0x88, 5, 7));
    assert_eq!((b.a(11), b.a(15)), (0x1234, 0xa15));
    assert_eq!((b.core.st.fcx, b.core.st.pcxi), (fcx, 0));
    assert_eq!(b.core.st.psw, psw);
    let bank = b.bank();
    // 4 + 1 cycles each, 1 of them for the issue.
    assert_eq!(bank.get(Meter::ContextCycles), 8);
    assert_eq!(bank.get(Meter::TotalBranch), 2);
}

#[test]
fn contexts_are_moved_whatever_protection_says() {
    let mut b = Bench::new();
    // Range 0 of code is all there is, and set 0 may fetch from it; no data range is enabled.
    for (off, v) in [(0xd004, !7), (0xe000, 1), (0xfe14, SYSCON_PROTEN)] {
        b.core.endinit = false;
        b.core.set_csfr(off, v, &mut b.meters);
    }
    b.code(&[call(0x100), mov(1, 7)]);
    b.put(CODE + 0x100, &[mov(2, 5), Insn::RetSr {}]);
    assert_eq!(b.run(), CODE + 8);
    assert_eq!((b.d(1), b.d(2)), (7, 5));
}

#[test]
fn a_return_keeps_the_rounding_mode_if_compat_says_so() {
    // As reset leaves COMPAT.RM, and cleared.
    for (compat, rounding) in [(!0, 0), (!8, 3)] {
        let mut b = Bench::new();
        b.core.set_csfr(0x9400, compat, &mut b.meters);
        b.code(&[call(0x100)]);
        b.put(CODE + 0x100, &[Insn::UpdflRr { a: d(3) }, Insn::RetSr {}]);
        b.set_d(3, 0xff_83);
        b.run();
        assert_eq!(b.core.st.psw >> 24, rounding);
    }
}

#[test]
fn the_last_context_but_the_limit_traps_behind_the_call() {
    let mut b = Bench::new();
    b.contexts(3);
    b.core.st.lcx = b.core.st.fcx;
    b.code(&[call(0x100)]);
    assert_eq!(b.trapped(), (3, 1));
    assert_eq!(b.a(11), CODE + 0x100, "it goes on in the callee");
    assert_ne!(b.core.st.syscon & SYSCON_FCDSF, 0);
}

#[test]
fn no_context_is_a_trap_that_saves_none() {
    let mut b = Bench::new();
    b.core.st.fcx = 0;
    b.set_d(15, 1);
    b.code(&[mov(0, 1), call(0x100)]);
    assert_eq!(b.trapped(), (3, 4));
    assert_eq!(b.a(11), CODE + 4);
    assert_eq!(b.core.st.pcxi, 0);
}

#[test]
fn a_handler_without_contexts_that_traps_stops_the_core() {
    let mut b = Bench::new();
    b.core.st.fcx = 0;
    b.put(VECTORS + 0x60, &[call(0x40)]);
    b.code(&[call(0x100)]);
    let Stop::Error(e) = b.run_until(1000) else {
        panic!("it goes on");
    };
    assert_eq!(
        (e.trap, e.pc, e.exit),
        (0x304, (VECTORS + 0x60).into(), None)
    );
    assert!(e.what.contains("class 3 TIN 4, FCU"), "{}", e.what);
}

#[test]
fn call_depth_traps() {
    let mut b = Bench::new();
    b.core.st.psw |= 0b111_1110;
    b.code(&[call(0x100)]);
    assert_eq!(b.trapped(), (3, 2));
    assert_eq!(b.a(11), CODE);
    let mut b = Bench::new();
    b.code(&[Insn::RetSr {}]);
    assert_eq!(b.trapped(), (3, 3));
}

#[test]
fn returns_check_the_kind_of_context() {
    let mut b = Bench::new();
    b.core.st.psw &= !PSW_CDE;
    b.code(&[Insn::RetSr {}]);
    assert_eq!(b.trapped(), (3, 5));
    let mut b = Bench::new();
    b.core.st.psw &= !PSW_CDE;
    b.code(&[Insn::SvlcxSys {}, Insn::RetSr {}]);
    assert_eq!(b.trapped(), (3, 6));
    let mut b = Bench::new();
    b.code(&[call(4), Insn::RfeSr {}]);
    assert_eq!(b.trapped(), (3, 7));
}

#[test]
fn lower_contexts_go_and_come() {
    let mut b = Bench::new();
    b.set_d(3, 33);
    b.set_a(7, 77);
    b.set_a(11, 1111);
    b.code(&[Insn::BisrSc { b: Ku::new(9) }, mov(3, 1), Insn::RslcxSys {}]);
    b.core.st.icr = 4;
    b.run();
    assert_eq!((b.d(3), b.a(7), b.a(11)), (33, 77, 1111));
    assert_eq!(b.core.st.icr, ICR_IE | 9);
    assert_eq!(b.peek(CONTEXTS + 4), 1111);
    assert_eq!(b.peek(CONTEXTS + 28), 33);
}

#[test]
fn fast_calls_use_the_stack() {
    let mut b = Bench::new();
    b.set_a(10, DATA + 0x100);
    b.set_a(11, 0x77);
    b.code(&[
        Insn::FcallB {
            t: Disp::new(0x100),
        },
        mov(1, 3),
    ]);
    b.put(CODE + 0x100, &[mov(0, 2), Insn::FretSr {}]);
    assert_eq!(b.run(), CODE + 8);
    assert_eq!(b.peek(DATA + 0xfc), 0x77);
    assert_eq!((b.d(0), b.d(1)), (2, 3));
    assert_eq!((b.a(10), b.a(11)), (DATA + 0x100, 0x77));
}
