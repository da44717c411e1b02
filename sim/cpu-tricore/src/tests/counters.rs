//! The performance counters as a program sees them.

use super::*;
use crate::counters::{CCNT, CCTRL};
use crate::isa::operands::{Csfr, DispLoop, Ku};

const ICNT: i32 = CCNT as i32 + 4;
const M1CNT: i32 = CCNT as i32 + 8;

fn mtcr(off: u32, from: u8) -> Insn {
    Insn::MtcrRlc {
        b: Csfr::new(off as u16),
        a: d(from),
    }
}

fn mfcr(to: u8, off: i32) -> Insn {
    Insn::MfcrRlc {
        d: d(to),
        b: Csfr::new(off as u16),
    }
}

fn add() -> Insn {
    Insn::AddRr {
        d: d(1),
        a: d(1),
        b: d(2),
    }
}

#[test]
fn what_is_between_start_and_stop_is_counted() {
    let mut b = Bench::new();
    b.set_d(3, 0x36e);
    b.set_d(4, 0);
    b.set_a(4, 2);
    b.code(&[
        mtcr(CCTRL, 3),
        add(),
        // Three rounds, in one group of the fetch.
        add(),
        Insn::LoopSbr {
            a: a(4),
            t: DispLoop::new(-4),
        },
        mtcr(CCTRL, 4),
        add(),
        mfcr(5, CCNT as i32),
        mfcr(6, ICNT),
        mfcr(7, M1CNT),
        mfcr(8, CCTRL as i32),
    ]);
    b.run();
    assert_eq!(b.d(6), 7, "instructions: neither MTCR");
    assert_eq!(b.d(7), 3, "branches: the three LOOPs");
    assert_eq!(b.d(8), 0);
    // Four ADDs, the first LOOP taken 1, the last one not taken 2; the fetch behind it.
    assert_eq!(b.d(5), 7);
    let offsets: Vec<(bool, u32, u32)> = b
        .bus
        .measured
        .iter()
        .map(|k| match *k {
            FactKind::RegWrite { offset, value, .. } => (true, offset, value),
            FactKind::RegRead { offset, value, .. } => (false, offset, value),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(offsets.len(), 6);
    assert_eq!(offsets[0], (true, CCTRL, 0x36e));
    assert_eq!(offsets[2], (false, CCNT, b.d(5)));
}

/// Reading while counting: what was before the MFCR.
#[test]
fn a_read_counts_what_came_before_it() {
    let mut b = Bench::new();
    b.set_d(3, 2);
    b.code(&[
        mtcr(CCTRL, 3),
        add(),
        mfcr(5, ICNT),
        mfcr(6, ICNT),
        mfcr(7, CCNT as i32),
        mfcr(8, CCNT as i32),
    ]);
    b.run();
    assert_eq!((b.d(5), b.d(6)), (1, 2));
    assert_eq!(b.d(8) - b.d(7), 1);
}

#[test]
fn counters_stand_still_while_the_core_waits() {
    let mut b = Bench::new();
    b.set_d(3, 2);
    b.core.st.icr = crate::state::ICR_IE;
    b.put(INTERRUPTS + 32, &[Insn::RfeSr {}]);
    b.code(&[mtcr(CCTRL, 3), Insn::WaitSys {}, mfcr(5, CCNT as i32)]);
    assert_eq!(b.run_until(100), Stop::Idle);
    b.core
        .signal(CoreSignal::Irq(1), Tick(50_000), &mut b.meters);
    b.run();
    assert!((5..100).contains(&b.d(5)), "{}", b.d(5));
}

#[test]
fn reserved_registers_read_zero_and_ignore_writes() {
    let mut b = Bench::new();
    b.set_d(3, !0);
    b.code(&[
        mtcr(0xfe44, 3),
        mfcr(4, 0xfe44),
        mfcr(5, 0xfe1c),
        mfcr(6, 0xfe18),
        // Memory mapped only.
        mfcr(7, 0xff0c),
        Insn::MovURlc {
            d: d(8),
            b: Ku::new(1),
        },
    ]);
    b.set_d(4, 9);
    b.set_d(7, 9);
    b.run();
    assert_eq!((b.d(4), b.d(5), b.d(6)), (0, 1, 0x00c0_c012));
    assert_eq!((b.d(7), b.d(8)), (0, 1));
}

/// DEBUG with SWEVT.CNT, and a trigger on the program counter, which takes effect before its
/// instruction.
#[test]
fn debug_events_start_and_stop_the_counters_of_task_mode() {
    let mut b = Bench::new();
    b.set_d(3, 3);
    b.set_d(4, 1 << 6);
    b.set_d(7, 0);
    b.set_d(8, 2 << 6 | 1 << 12);
    let last = CODE + 6 * 4 + 2 + 3 * 4;
    b.set_d(9, last);
    b.code(&[
        mtcr(0xfd10, 4),
        mtcr(0xf000, 8),
        mtcr(0xf004, 9),
        mtcr(CCTRL, 3),
        add(),
        add(),
        Insn::DebugSr {},
        add(),
        add(),
        add(),
        // The trigger.
        add(),
        mtcr(0xfd10, 7),
        mfcr(6, ICNT),
    ]);
    b.run();
    assert_eq!(b.d(6), 4, "DEBUG itself, and three ADDs");
}
