//! Interrupts, exceptions, sleep, halts (AR, interrupts; facts of reset and start).

use super::*;
use crate::isa::special as sr;
use crate::status::{ACTIVE, GID, WAND};

#[test]
fn sync_starts_a_core_at_vector_0() {
    let mut b = Bench::new();
    b.put(0, &[b_to(0x100)]);
    b.put(
        0x100,
        &[movfs(1, sr::IPEND), movfs(2, sr::STATUS), Insn::Bkpt {}],
    );
    b.core
        .signal(CoreSignal::Start(None), Tick(10), &mut b.meters);
    b.run();
    assert_eq!((b.r(1), b.r(2)), (1, ACTIVE | GID));
    // Four to the vector, its branch, two reads, BKPT.
    assert_eq!(b.core.now().0, 10 + 4 + 1 + 3 + 2 + 1);
    assert_eq!(b.count(Counted::Idle), 10);
}

fn b_to(bytes: i32) -> Insn {
    Insn::Bl32 {
        t: Target::new(bytes),
    }
}

/// A request by a write to ILATST, from outside.
fn request(b: &mut Bench, at: u64, n: u32) {
    b.arrive(at, Op::Write, OWN + sr::ILATST, 4, 1 << n);
}

#[test]
fn a_request_from_outside_interrupts_and_rti_goes_back() {
    let mut b = Bench::with(&[0; 30].map(|_| addi(1, 1, 1)));
    b.put(0x24, &[b_to(0x1000 - 0x24)]);
    b.put(0x1000, &[movfs(5, sr::IRET), mov(6, 1), Insn::Rti {}]);
    b.quantum = 1;
    request(&mut b, 10, 9);
    b.run();
    assert_eq!((b.r(1), b.r(6)), (30, 1));
    assert_eq!(b.r(5), CODE + 40);
    assert_eq!(b.count(Counted::Interrupts), 1);
    // Entry, branch, two instructions, RTI and its refill.
    assert_eq!(b.core.now().0 - 1, 30 + 4 + 4 + 2 + 4);
    assert_eq!(b.core.st.ipend, 0);
}

#[test]
fn a_second_request_before_the_service_is_lost() {
    let mut b = Bench::with(&[
        Insn::Gid {},
        mov(2, 0x200),
        movts(sr::ILATST, 2),
        movts(sr::ILATST, 2),
        Insn::Gie {},
        nop(),
        nop(),
    ]);
    b.put(0x24, &[b_to(0x1000 - 0x24)]);
    b.put(0x1000, &[addi(6, 6, 1), Insn::Rti {}]);
    b.run();
    assert_eq!(b.r(6), 1);
}

#[test]
fn lower_numbers_come_first_and_interrupt_higher_ones() {
    let mut b = Bench::with(&[
        Insn::Gid {},
        mov(2, 0x210),
        movts(sr::ILATST, 2),
        Insn::Gie {},
        nop(),
    ]);
    // Handler 4 notes what is pending; USER enables interrupts and requests 4 again.
    b.put(0x10, &[b_to(0x1000 - 0x10)]);
    b.put(0x1000, &[addi(6, 6, 1), movfs(7, sr::IPEND), Insn::Rti {}]);
    b.put(0x24, &[b_to(0x1100 - 0x24)]);
    b.put(
        0x1100,
        &[
            mov(10, 1),
            movfs(8, sr::IRET),
            mov(9, 0x10),
            Insn::Gie {},
            movts(sr::ILATST, 9),
            nop(),
            movts(sr::IRET, 8),
            Insn::Rti {},
        ],
    );
    b.run();
    assert_eq!((b.r(6), b.r(10)), (2, 1));
    assert_eq!(b.r(7), 0x210, "4 within USER");
    assert_eq!(b.core.st.ipend, 0);
}

#[test]
fn masked_requests_wait() {
    let mut b = Bench::with(&[
        mov(2, 0x200),
        movts(sr::IMASK, 2),
        movts(sr::ILATST, 2),
        nop(),
        movfs(3, sr::ILAT),
    ]);
    b.run();
    assert_eq!((b.r(3), b.count(Counted::Interrupts)), (0x200, 0));
}

/// GIE at the beginning of a line and IDLE behind it: a request that waits wakes the core out of
/// IDLE and never comes between.
#[test]
fn gie_and_idle_are_one() {
    for aligned in [true, false] {
        let mut program = vec![mov(2, 0x200), Insn::Gid {}, nop(), movts(sr::ILATST, 2)];
        // 0x10c with these four; NOPs up to a line, or past it.
        program.extend([nop(), nop()]);
        if !aligned {
            program.push(nop());
        }
        program.extend([Insn::Gie {}, Insn::Idle {}, mov(3, 1)]);
        let mut b = Bench::with(&program);
        b.put(0x24, &[b_to(0x1000 - 0x24)]);
        b.put(0x1000, &[movfs(5, sr::IRET), Insn::Rti {}]);
        b.run_until(1000);
        let gie = CODE + if aligned { 0x10 } else { 0x12 };
        let (after, woken) = if aligned { (4, 1) } else { (2, 0) };
        assert_eq!((b.r(5), b.r(3)), (gie + after, woken), "{aligned}");
    }
}

#[test]
fn exceptions_have_their_causes() {
    let cause = |program: &[Insn]| {
        let mut b = Bench::with(program);
        b.put(0x04, &[b_to(0x1000 - 4)]);
        b.put(0x1000, &[movfs(5, sr::STATUS), Insn::Bkpt {}]);
        b.run();
        b.r(5) >> 16
    };
    let swi = Insn::Swi { i: Hex::new(3) };
    assert_eq!(cause(&[swi]), 1);
    assert_eq!(cause(&[mov(0, 2), ldr(1, 0, 0)]), 2);
    assert_eq!(cause(&[mov(0, 0x2001), str(1, 0, 0)]), 2);
    assert_eq!(cause(&[Insn::Unimpl {}]), 4);
    // Overflow, enabled.
    let max = set(1, 0x7f7f_ffff);
    let program = [
        mov(2, 4),
        movts(sr::CONFIG, 2),
        max[0],
        max[1],
        fadd(3, 1, 1),
    ];
    assert_eq!(cause(&program), 3);
}

#[test]
fn protected_pages_are_not_written() {
    let mut b = Bench::with(&[
        mov(2, 2),
        movts(sr::MEMPROTECT, 2),
        mov(0, 0x1000),
        str(2, 0, 0),
    ]);
    b.put(0x08, &[movfs(5, sr::MEMSTATUS), Insn::Bkpt {}]);
    b.run();
    assert_eq!((b.peek(0x1000), b.r(5)), (0, 0x804));
    assert_eq!(b.core.st.ipend, 4);
}

#[test]
fn wand_and_sync_go_by_the_wires() {
    let mut b = Bench::with(&[Insn::Sync {}, Insn::Wand {}, movfs(1, sr::STATUS)]);
    b.run();
    assert_eq!(b.bus.io, [(WIRES, 1), (WIRES + 4, 1)]);
    assert_ne!(b.r(1) & WAND, 0);
    let wand = CoreSignal::Line {
        pin: 8,
        level: true,
    };
    b.core.signal(wand, Tick(100), &mut b.meters);
    assert_eq!(b.core.st.ilat, 0x100);
}

#[test]
fn a_halted_core_goes_on_when_it_is_told() {
    let mut b = Bench::with(&[Insn::Bkpt {}, mov(1, 5)]);
    b.run_until(20);
    assert_eq!(b.core.st.debug, 1);
    b.arrive(30, Op::Write, OWN + sr::DEBUGCMD, 4, 0);
    b.run();
    assert_eq!((b.r(1), b.count(Counted::Halted)), (5, 29));
}

#[test]
fn traps_print_and_exit() {
    let trap = |code| Insn::Trap { i: Hex::new(code) };
    let mut b = Bench::with(&[
        mov(0, 1),
        mov(1, 0x2000),
        mov(2, 2),
        trap(0),
        mov(0, 42),
        trap(3),
    ]);
    b.poke(0x2000, u32::from_le_bytes(*b"Hi!\n"));
    b.run();
    assert_eq!(b.bus.printed, b"Hi");
    let Stop::Error(e) = &b.stop else {
        panic!("{:?}", b.stop);
    };
    assert_eq!(e.exit, Some(42));
    b = Bench::with(&[trap(3), mov(1, 1)]);
    b.core.params.serve_traps = false;
    b.run();
    assert_eq!((b.core.st.debug, b.r(1)), (1, 0));
}
