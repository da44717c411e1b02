//! Traps and interrupts: where they lead, what they leave, how they return.

use super::*;
use crate::isa::operands::{Disp, E, K, Ku, Off};
use crate::state::*;
use trueboard_core::inspect::Inspect;

fn nop() -> Insn {
    Insn::NopSr {}
}

/// The trap of one instruction at [`CODE`], and the offset of its return address.
fn trap_of(insn: Insn, prepare: impl FnOnce(&mut Bench)) -> (u32, u32, u32) {
    let mut b = Bench::new();
    b.set_a(4, DATA);
    prepare(&mut b);
    b.code(&[insn]);
    let (class, tin) = b.trapped();
    (class, tin, b.a(11) - CODE)
}

fn mtcr(off: i32, from: u8) -> Insn {
    Insn::MtcrRlc {
        b: crate::isa::operands::Csfr::new(off as u16),
        a: d(from),
    }
}

fn load(base: u8, off: i32) -> Insn {
    Insn::LdWBoBase {
        d: d(1),
        b: a(base),
        o: Off::new(off),
        m: crate::isa::operands::Base,
    }
}

fn store(base: u8, off: i32) -> Insn {
    Insn::StWBoBase {
        b: a(base),
        o: Off::new(off),
        m: crate::isa::operands::Base,
        a: d(1),
    }
}

#[test]
fn class_number_and_return_address() {
    let user = |io: u32| move |b: &mut Bench| b.core.st.psw = b.core.st.psw & !PSW_IO | io << 10;
    let syscall = Insn::SyscallRc { b: Ku::new(0x123) };
    assert_eq!(trap_of(syscall, |_| {}), (6, 0x23, 4));
    let enable = Insn::EnableSys {};
    assert_eq!(trap_of(enable, user(0)), (1, 1, 0));
    assert_eq!(trap_of(mtcr(0xfe00, 1), user(1)), (1, 1, 0));
    assert_eq!(
        trap_of(Insn::TrapvSys {}, |b| b.core.st.psw |= PSW_V),
        (5, 1, 0)
    );
    assert_eq!(
        trap_of(Insn::TrapsvSys {}, |b| b.core.st.psw |= PSW_SV),
        (5, 2, 0)
    );
    assert_eq!(trap_of(load(4, 1), |_| {}), (2, 4, 0));
    assert_eq!(trap_of(load(4, -4), |_| {}), (2, 5, 0));
    assert_eq!(trap_of(load(4, 0), |b| b.set_a(4, 0)), (1, 6, 0));
    assert_eq!(trap_of(load(4, 0), |b| b.set_a(4, 0xf000_0010)), (4, 2, 0));
    // A store is refused when the instruction is over.
    assert_eq!(trap_of(store(4, 0), |b| b.set_a(4, 0xf000_0010)), (4, 3, 4));
    let to_a0 = Insn::MovAaSrr { d: a(0), b: a(1) };
    assert_eq!(trap_of(to_a0, |b| b.core.st.psw &= !PSW_GW), (1, 7, 0));
    let odd = Insn::MulERr2 {
        d: E::new(3),
        a: d(1),
        b: d(1),
    };
    assert_eq!(trap_of(odd, |_| {}), (2, 3, 0));
    let away = Insn::JSb { t: Disp::new(0x40) };
    let no_such = |b: &mut Bench| b.poke(CODE + 0x40, 0xf000);
    assert_eq!(trap_of(away, no_such), (2, 1, 0x40));
    // Nothing is there to fetch.
    let far = Insn::JiSr { a: a(4) };
    let segment_f = |b: &mut Bench| b.set_a(4, 0xf000_0000);
    assert_eq!(trap_of(far, segment_f).0, 4);
}

#[test]
fn a_trap_without_a_free_context_is_told_by_its_own_name() {
    let mut b = Bench::new();
    b.core.st.fcx = 0;
    b.core.st.btv = DATA + 0x800;
    b.set_d(15, 15);
    b.code(&[Insn::SyscallRc { b: Ku::new(5) }]);
    let Stop::Error(e) = b.run_until(1000) else {
        panic!("it goes on");
    };
    assert!(e.what.starts_with("trap class 6"), "{}", e.what);
    assert!(e.what.contains("TIN 4, FCU"), "{}", e.what);
}

#[test]
fn protected_registers_need_endinit_clear() {
    let lock = |b: &mut Bench| {
        b.core.signal(
            CoreSignal::Line {
                pin: 0,
                level: true,
            },
            Tick(0),
            &mut b.meters,
        );
    };
    assert_eq!(trap_of(mtcr(0xfe20, 1), lock), (4, 3, 4));
    let mut b = Bench::new();
    lock(&mut b);
    b.set_d(1, 0x40);
    // ICR and PCXI are not protected.
    b.code(&[mtcr(0xfe2c, 1), mtcr(0xfe00, 1)]);
    assert_eq!(b.run(), CODE + 8);
    assert_eq!((b.core.st.icr, b.core.st.pcxi), (0x40, 0x40));
}

#[test]
fn a_handler_runs_as_supervisor_on_the_interrupt_stack_and_returns() {
    let mut b = Bench::new();
    let psw = 1 << 10 | PSW_GW | PSW_CDE | PSW_V;
    b.core.st.psw = psw;
    b.core.st.icr = ICR_IE | 7;
    b.core.st.isp = DATA + 0x800;
    b.set_a(10, DATA + 0x400);
    b.set_d(15, 15);
    let syscall = Insn::SyscallRc { b: Ku::new(5) };
    b.code(&[nop(), syscall, nop()]);
    b.put(VECTORS + 0xc0, &[nop(), Insn::RfeSr {}]);
    // The two instructions of the program and the entry.
    while b.core.st.pc != VECTORS + 0xc2 {
        let until = b.core.now().0 + 1;
        b.run_until(until);
    }
    assert_eq!(b.d(15), 5);
    assert_eq!((b.a(10), b.a(11)), (DATA + 0x800, CODE + 6));
    assert_eq!(b.core.st.icr, 7, "CCPN stays, IE is off");
    assert_eq!(
        b.core.st.psw,
        SUPERVISOR | PSW_IS | PSW_CDE | PSW_V,
        "GW off, call depth 0"
    );
    assert_eq!(b.run(), CODE + 8);
    assert_eq!((b.d(15), b.a(10)), (15, DATA + 0x400));
    assert_eq!((b.core.st.psw, b.core.st.icr), (psw, ICR_IE | 7));
    let bank = b.bank();
    assert_eq!(bank.get(Meter::Traps), 1);
    // NOP, SYSCALL, NOP, RFE, NOP; not the DEBUG that stops the core.
    assert_eq!(bank.get(Meter::Instructions), 5);
}

#[test]
fn a_trap_without_a_handler_stops_the_core() {
    let mut b = Bench::new();
    b.core.st.btv = 0xc000_6000;
    b.code(&[Insn::SyscallRc { b: Ku::new(1) }]);
    let Stop::Error(e) = b.run_until(1000) else {
        panic!("it goes on");
    };
    assert_eq!((e.trap, e.exit), (0x601, None));
    assert!(e.what.contains("class 6 TIN 1"), "{}", e.what);
    assert!(e.what.contains("0xc00060c0"), "{}", e.what);
    b.core.st.btv = 0xe000_0000;
    assert_eq!(b.run_until(2000), Stop::Error(e));
}

#[test]
fn interrupts_by_priority_and_spacing() {
    for (biv, vector) in [
        (INTERRUPTS, INTERRUPTS + 3 * 32),
        (INTERRUPTS | 1, INTERRUPTS + 3 * 8),
    ] {
        let mut b = Bench::new();
        b.core.st.biv = biv;
        b.put(vector, &[nop()]);
        b.code(&[nop(), Insn::EnableSys {}, nop(), nop()]);
        b.core.st.icr = 2;
        b.core.signal(CoreSignal::Irq(3), Tick(0), &mut b.meters);
        assert_eq!(b.run(), vector + 2);
        assert_eq!(b.bus.acknowledged, [3]);
        assert_eq!(b.a(11), CODE + 6, "behind ENABLE");
        assert_eq!(
            b.core.st.icr, 3,
            "CCPN is the priority, PIPN and IE are off"
        );
        assert_eq!(b.core.st.pcxi >> PCXI_PCPN_SHIFT, 2);
        assert_ne!(b.core.st.pcxi & PCXI_PIE, 0);
    }
    let mut b = Bench::new();
    b.core.st.icr = ICR_IE | 3;
    b.code(&[nop()]);
    b.core.signal(CoreSignal::Irq(3), Tick(0), &mut b.meters);
    assert_eq!(b.run(), CODE + 2, "not above the current priority");
}

#[test]
fn wait_sleeps_until_an_interrupt() {
    let mut b = Bench::new();
    b.core.st.icr = ICR_IE;
    b.put(INTERRUPTS + 32, &[Insn::RfeSr {}]);
    b.code(&[Insn::WaitSys {}, nop()]);
    assert_eq!(b.run_until(100), Stop::Idle);
    assert_eq!(b.core.state(), trueboard_core::fact::CoreState::Idle);
    b.core.signal(CoreSignal::Irq(1), Tick(500), &mut b.meters);
    assert_eq!(b.run(), CODE + 6);
    let bank = b.bank();
    assert_eq!(bank.get(Meter::Interrupts), 1);
    assert!(bank.get(Meter::IdleCycles) > 400);
    assert!(bank.get(Meter::Cycles) < 100);
}

#[test]
fn the_non_maskable_interrupt_comes_before_the_next_instruction() {
    let mut b = Bench::new();
    b.code(&[nop()]);
    b.core.signal(CoreSignal::Nmi, Tick(0), &mut b.meters);
    assert_eq!(b.core.next_instruction(), None);
    assert_eq!(b.trapped(), (7, 0));
    assert_eq!(b.a(11), CODE);
}

#[test]
fn debug_says_how_the_program_ended() {
    for (a14, status) in [(0x900d, 0), (0, 1), (7, 7), (0xdead_0304, 0xdead_0304)] {
        let mut b = Bench::new();
        b.set_a(14, a14);
        b.code(&[Insn::MovSrc {
            d: d(0),
            b: K::new(1),
        }]);
        let Stop::Error(e) = b.run_until(100) else {
            panic!("it goes on");
        };
        assert_eq!((e.exit, e.pc), (Some(status), (CODE + 2).into()));
    }
}

/// DIV.F by zero with FZE: CAE comes behind the instruction, which has delivered.
#[test]
fn an_enabled_exception_of_the_fpu_traps_behind_its_instruction() {
    let one = 0x3f80_0000_u32;
    let div = Insn::DivFRr {
        d: d(3),
        a: d(1),
        b: d(2),
    };
    for (enabled, traps) in [(1 << 20, true), (1 << 22, false)] {
        let mut b = Bench::new();
        b.set_d(1, one);
        b.set_d(2, 0);
        b.set_d(4, enabled);
        // Sticky already: what counts is what the instruction raises.
        b.core.st.psw |= 1 << 28;
        b.code(&[mtcr(0xa000, 4), nop(), div, nop()]);
        if traps {
            assert_eq!(b.trapped(), (4, 4));
            assert_eq!(b.a(11), CODE + 10);
        } else {
            assert_eq!(b.run(), CODE + 12);
        }
        assert_eq!(b.d(3), 0x7f80_0000, "infinity");
        let captured = if traps { 1 << 28 | 1 } else { 0 };
        assert_eq!(b.core.csfr(0xa000), Some(enabled | captured));
        assert_eq!(b.core.csfr(0xa004) == Some(CODE + 6), traps);
        assert_eq!(b.core.csfr(0xa010) == Some(one), traps);
    }
}

#[test]
fn a_timer_of_the_temporal_protection_system_traps_when_it_expires() {
    let mut b = Bench::new();
    b.set_d(1, 4);
    b.set_d(2, 20);
    let mut program = vec![mtcr(0xfe14, 1), mtcr(0xe404, 2)];
    program.extend((0..60).map(|_| nop()));
    b.code(&program);
    assert_eq!(b.trapped(), (4, 7));
    // 20 cycles after MTCR, one NOP in each.
    assert_eq!(b.a(11), CODE + 8 + 2 * 19);
    assert_eq!(b.core.csfr(0xe400), Some(1 << 16 | 1));
    assert_eq!(b.core.csfr(0xe404), Some(0));
}

/// ICR: PIPN, bits 23:16, is read-only; CCPN and IE are written.
#[test]
fn software_does_not_write_the_pending_priority() {
    let mut b = Bench::new();
    b.core.st.icr = 3 << 16;
    b.set_d(3, 5 << 16 | 1);
    b.code(&[Insn::MtcrRlc {
        b: crate::isa::operands::Csfr::new(crate::csfr::ICR as u16),
        a: d(3),
    }]);
    b.run();
    assert_eq!(b.core.st.icr, 3 << 16 | 1);
}
