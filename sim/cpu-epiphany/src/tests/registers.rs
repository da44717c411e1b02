//! Every special register by number and by address, and what only some of its bits do (AR, registers).

use super::*;
use crate::isa::special as sr;
use crate::status::{ACTIVE, GID, KM};
use trueboard_core::inspect::Inspect;

/// Registers that keep what is written to them, with a value that starts nothing, and what is read
/// then.
const KEPT: [(u32, u32, u32); 34] = [
    (sr::CONFIG, 0x0040_0008, 0x0040_0008),
    // ACTIVE, GID and KM stay as they are.
    (sr::STATUS, 0x000f_fffe, 0x000f_fff9),
    (sr::LC, 7, 7),
    (sr::LS, 0x1000, 0x1000),
    (sr::LE, 0x7000, 0x7000),
    (sr::IRET, 0x1234, 0x1234),
    (sr::IMASK, 0xffff_ffff, 0x3ff),
    (sr::IPEND, 0xffff_fc10, 0x10),
    (sr::CTIMER0, 0x1234_5678, 0x1234_5678),
    (sr::CTIMER1, 0x8765_4321, 0x8765_4321),
    (sr::DMA0CONFIG, 0x1230_0010, 0x1230_0010),
    (sr::DMA0STRIDE, 0x8004_0008, 0x8004_0008),
    (sr::DMA0COUNT, 0x0001_0002, 0x0001_0002),
    (sr::DMA0SRCADDR, 0x8080_2000, 0x8080_2000),
    (sr::DMA0DSTADDR, 0x8e00_0000, 0x8e00_0000),
    (sr::DMA0AUTODMA0, 1, 1),
    (sr::DMA0AUTODMA1, 2, 2),
    (sr::DMA0STATUS, 0x0100_0000, 0x0100_0000),
    (sr::DMA1CONFIG, 0x3210_0010, 0x3210_0010),
    (sr::DMA1STRIDE, 1, 1),
    (sr::DMA1COUNT, 2, 2),
    (sr::DMA1SRCADDR, 3, 3),
    (sr::DMA1DSTADDR, 4, 4),
    (sr::DMA1AUTODMA0, 5, 5),
    (sr::DMA1AUTODMA1, 6, 6),
    (sr::DMA1STATUS, 0x0200_0000, 0x0200_0000),
    (sr::MEMCONFIG, 0x1f, 0x1f),
    (sr::MEMSTATUS, 0x0c04, 0x0c04),
    // Pages of 4 KiB; the other bits are of the Epiphany-IV.
    (sr::MEMPROTECT, 0xff00, 0),
    (sr::MESHCFG, 0xf532, 0xf532),
    (sr::MULTICAST, 0xffff_ffff, 0xfff),
    (sr::CMESHROUTE, 1, 1),
    (sr::XMESHROUTE, 2, 2),
    (sr::RMESHROUTE, 3, 3),
];

/// Registers that do something when they are written, or cannot be written.
const OTHERS: [u32; 12] = [
    sr::PC,
    sr::DEBUGSTATUS,
    sr::IAB,
    sr::ILAT,
    sr::ILATST,
    sr::ILATCL,
    sr::FSTATUS,
    sr::DEBUGCMD,
    sr::SIMCMD,
    sr::MEMRESERVE,
    sr::COREID,
    sr::RESETCORE,
];

#[test]
fn all_registers_are_in_one_of_the_lists() {
    let mut listed: Vec<u32> = KEPT.iter().map(|k| k.0).chain(OTHERS).collect();
    listed.sort_unstable();
    let all: Vec<u32> = sr::REGISTERS.iter().map(|r| r.0).collect();
    assert_eq!(listed, all);
}

/// Written in each way, a register has the same value whichever way it is read.
#[test]
fn by_number_by_address_and_from_outside() {
    for (at, value, expected) in KEPT {
        let [v0, v1] = set(1, value);
        let [l0, l1] = set(2, at);
        let [g0, g1] = set(3, OWN + at);
        let wait = [nop(); 8];
        for (how, write) in [
            ("number", Some(movts(at, 1))),
            ("local address", Some(str(1, 2, 0))),
            ("global address", Some(str(1, 3, 0))),
            ("outside", None),
        ] {
            let mut p = vec![v0, v1, l0, l1, g0, g1];
            p.extend(write);
            p.extend(wait);
            p.extend([movfs(4, at), ldr(5, 2, 0), ldr(6, 3, 0)]);
            let mut b = Bench::with(&p);
            if write.is_none() {
                b.arrive(3, Op::Write, OWN + at, 4, value.into());
            }
            b.run();
            let name = sr::name(at);
            // Conditions are those of no flag that the program itself sets.
            assert_eq!(
                [4, 5, 6].map(|n| b.r(n)),
                [expected; 3],
                "{name:?} by {how}"
            );
        }
    }
}

#[test]
fn what_cannot_be_written_is_not() {
    for at in [
        sr::DEBUGSTATUS,
        sr::IAB,
        sr::SIMCMD,
        sr::MEMRESERVE,
        sr::COREID,
    ] {
        let read = |p: &[Insn]| {
            let mut b = Bench::with(p);
            b.run();
            b.r(4)
        };
        let before = read(&[movfs(4, at)]);
        let after = read(&[mov(1, 0xffff), movts(at, 1), movfs(4, at)]);
        assert_eq!(before, after, "{:?}", sr::name(at));
    }
    assert_eq!(Bench::new().core.st.coreid, 0x808);
}

/// PC is that of the instruction that reads it, in later turns of a loop too, when nothing is decoded.
#[test]
fn pc_is_where_it_is_read() {
    let [low, high] = set(2, sr::PC);
    let mut b = Bench::with(&[
        low,
        high,
        mov(3, 5),
        addi(3, 3, -1),
        movfs(4, sr::PC),
        movfs(5, sr::PC),
        ldr(6, 2, 0),
        Insn::Bne32 {
            t: Target::new(-16),
        },
    ]);
    b.run();
    let first = CODE + 4 * 4;
    assert_eq!(
        [3, 4, 5, 6].map(|n| b.r(n)),
        [0, first, first + 4, first + 8]
    );
}

/// ILAT by itself, ILATST and ILATCL by bits; bits beyond the ten interrupts are not there.
#[test]
fn requests_by_bits() {
    let mut b = Bench::with(&[
        Insn::Gid {},
        mov(1, 0xfc15),
        movts(sr::ILAT, 1),
        movfs(2, sr::ILAT),
        mov(1, 0x28),
        movts(sr::ILATST, 1),
        movfs(3, sr::ILAT),
        mov(1, 0x11),
        movts(sr::ILATCL, 1),
        movfs(4, sr::ILAT),
        movfs(5, sr::ILATST),
        movfs(6, sr::ILATCL),
    ]);
    b.run();
    assert_eq!([2, 3, 4, 5, 6].map(|n| b.r(n)), [0x15, 0x3d, 0x2c, 0, 0]);
}

/// FSTATUS has the bits that a write to STATUS leaves.
#[test]
fn fstatus_writes_all_bits() {
    let mut b = Bench::with(&[mov(1, 0xf3), movts(sr::FSTATUS, 1), movfs(2, sr::STATUS)]);
    b.run();
    assert_eq!(b.r(2), 0xf3 & !GID | GID | ACTIVE);
}

/// With KMEN an interrupt's handler is in kernel mode; without it nothing shows.
#[test]
fn kernel_mode_follows_interrupts() {
    for (config, expected) in [(0, 0), (1 << 25, KM)] {
        let mut b = Bench::with(&[
            mov(1, 0x200),
            movts(sr::ILATST, 1),
            nop(),
            nop(),
            movfs(3, sr::STATUS),
        ]);
        b.put(0x24, &[movfs(2, sr::STATUS), Insn::Rti {}]);
        b.core.st.config = config;
        b.run();
        assert_eq!((b.r(2) & KM, b.r(3) & KM), (expected, 0));
    }
}

/// A held core does nothing and takes no interrupt; afterwards it is as after reset, its general
/// registers and its memory apart.
#[test]
fn resetcore_holds_and_then_resets() {
    let mut b = Bench::with(&[0; 40].map(|_| addi(1, 1, 1)));
    b.poke(0x2000, 77);
    b.core.st.config = 0x00c0_0001;
    b.core.st.imask = 0x3fe;
    b.core.st.multicast = 0x123;
    b.quantum = 1;
    let to = |at: u32| OWN + at;
    b.arrive(10, Op::Write, to(sr::RESETCORE), 4, 1);
    b.arrive(20, Op::Write, to(sr::ILATST), 4, 1);
    b.run_until(30);
    assert_eq!((b.core.state(), b.r(1)), (CoreState::Held, 10));
    b.arrive(40, Op::Write, to(sr::RESETCORE), 4, 0);
    b.run_until(50);
    let st = &b.core.st;
    assert_eq!(
        (
            st.config,
            st.imask,
            st.ilat,
            st.multicast,
            st.status,
            b.r(1)
        ),
        (0, 0, 0, 0, 0, 10)
    );
    assert_eq!((b.core.pc(), b.core.state()), (0, CoreState::Held));
    // SYNC starts it again, at vector 0.
    b.arrive(60, Op::Write, to(sr::ILATST), 4, 1);
    b.run();
    assert_eq!((b.core.st.ipend, b.peek(0x2000)), (1, 77));
}

/// General registers are reached from outside while the core does not run.
#[test]
fn general_registers_from_outside() {
    let mut b = Bench::with(&[nop(); 20]);
    b.quantum = 1;
    b.arrive(5, Op::Write, OWN + 0xf_0000 + 4 * 9, 4, 1);
    b.arrive(100, Op::Write, OWN + 0xf_0000 + 4 * 10, 4, 2);
    b.arrive(101, Op::Write, OWN + 0xf_0000 + 4 * 12, 8, 4 << 32 | 3);
    b.run();
    assert_eq!([9, 10, 12, 13].map(|n| b.r(n)), [0, 2, 3, 4]);
}

/// A write that is dropped, whoever makes it.
#[test]
fn protected_pages_are_not_written_by_anybody() {
    let mut b = Bench::with(&[mov(1, 1 << 3), movts(sr::MEMPROTECT, 1), nop(), nop()]);
    b.core.st.imask = 0x3ff;
    b.poke(0x3000, 5);
    b.arrive(50, Op::Write, OWN + 0x3000, 4, 9);
    b.arrive(51, Op::Write, OWN + 0x4000, 4, 9);
    b.run();
    assert_eq!((b.peek(0x3000), b.peek(0x4000)), (5, 9));
    assert_eq!((b.core.st.memstatus, b.core.st.ilat), (0x804, 4));
}

/// A store with CTRLMODE "multicast" goes out as such, and one that arrives is taken by who has its
/// number.
#[test]
fn multicast_is_taken_by_its_number() {
    let mut b = Bench::with(&[
        mov(1, 3 << 12),
        movts(sr::CONFIG, 1),
        mov(3, 0x2000),
        movt(3, 0x8000),
        mov(4, 99),
        str(4, 3, 8),
        mov(1, 0),
        movts(sr::CONFIG, 1),
    ]);
    b.run();
    let sent: Vec<_> = b.bus.sent.iter().map(|p| (p.txn.pa, p.value)).collect();
    assert_eq!(sent, [(0x8000_2008, 99)]);
    let packet = b.bus.sent[0];
    for (number, expected) in [(0x800, 99), (0x801, 0)] {
        let mut b = Bench::with(&[nop(); 4]);
        b.core.st.multicast = number;
        b.bus.delivery(40, packet);
        b.run();
        assert_eq!(b.peek(0x2008), expected);
    }
    // A register of all of them.
    let mut start = packet;
    (start.txn.pa, start.value) = (0x8000_0000 + u64::from(sr::ILATST), 1);
    let mut b = Bench::new();
    b.core.st.multicast = 0x800;
    b.bus.delivery(40, start);
    b.run();
    assert_eq!(b.core.st.ipend, 1);
}

/// CTRLMODE "message": the receiver is interrupted. The other modes change nothing in a core.
#[test]
fn a_store_can_be_a_message() {
    for (mode, expected) in [(0xc, 1 << 5), (0, 0), (4, 0), (8, 0)] {
        let mut b = Bench::with(&[
            mov(1, mode << 12),
            Insn::Gid {},
            movts(sr::CONFIG, 1),
            mov(3, 0x2000),
            movt(3, (OWN >> 16) as i32),
            str(4, 3, 8),
            nop(),
            nop(),
            nop(),
            nop(),
            nop(),
        ]);
        b.run();
        assert_eq!(b.core.st.ilat, expected, "mode {mode}");
    }
}
