//! What goes out of the core and comes into it.

use super::*;
use crate::isa::special as sr;

fn program(at: u32, rest: &[Insn]) -> Bench {
    let [low, high] = set(0, at);
    let mut p = vec![low, high];
    p.extend(rest);
    Bench::with(&p)
}

#[test]
fn a_load_from_outside_is_waited_for_by_who_uses_it() {
    for at in [OWN + 0x2000, NEXT + 0x2000] {
        let mut b = program(at, &[ldr(1, 0, 0), mov(5, 0x2004), str(1, 5, 0)]);
        b.poke(at, 77);
        b.run();
        assert_eq!(b.peek(0x2004), 77);
        // LDR in cycle 2, STR 17 later.
        assert_eq!(b.core.now().0 - 1, 2 + ANSWER + 1);
        assert_eq!(b.count(Counted::RawExternal), ANSWER - 2);
    }
}

#[test]
fn a_second_load_waits_for_the_first() {
    let mut b = program(NEXT, &[ldr(1, 0, 0), ldr(2, 0, 4), nop()]);
    b.poke(NEXT, 1);
    b.poke(NEXT + 4, 2);
    b.run();
    assert_eq!((b.r(1), b.r(2)), (1, 2));
    assert_eq!(b.count(Counted::MeshLoads), 2);
    assert_eq!(b.core.now().0 - 1, 2 + ANSWER + 2);
}

/// The base is changed when the load is sent, unless it is the destination. What is loaded wins over it.
#[test]
fn the_base_of_a_load_from_outside_is_changed_at_once() {
    let changed = NEXT + 8;
    for (d, n, meanwhile, loaded) in [
        (2, 0, changed, changed),
        (2, 2, NEXT, 1),
        (2, 3, changed, 2),
    ] {
        let load = Insn::LdrdDpm32 {
            d: r(d),
            n: r(n),
            s: Sign::Plus,
            i: Off8::new(8),
        };
        let [low, high] = set(n, NEXT);
        let mut b = Bench::with(&[low, high, load, nop()]);
        b.poke(NEXT, 1);
        b.poke(NEXT + 4, 2);
        b.run_until(10);
        assert_eq!(b.r(n.into()), meanwhile, "r{d} from [r{n}]");
        b.run();
        assert_eq!((b.r(2), b.r(3)), (1, 2), "r{d} from [r{n}]");
        assert_eq!(b.r(n.into()), loaded, "r{d} from [r{n}]");
    }
}

/// A store out of the core waits for the load before it, wherever either goes; one into the own SRAM or
/// to an own register does not.
#[test]
fn a_store_behind_a_load_waits_for_it() {
    for to in [OWN + 0x2000, NEXT + 8, DRAM] {
        let mut b = program(NEXT, &[ldr(1, 0, 0), str(2, 3, 0), nop()]);
        b.core.st.r[3] = to;
        b.run();
        assert_eq!(b.core.now().0 - 1, 2 + ANSWER + 2);
        assert_eq!(b.count(Counted::RawExternal), ANSWER - 1);
        let stored = b.bus.sent.iter().find(|p| p.txn.op == Op::Write).unwrap();
        assert_eq!(stored.txn.at, Tick(2 + ANSWER));
    }
    for to in [0x2000, sr::ILATST] {
        let mut b = program(NEXT, &[ldr(1, 0, 0), str(2, 3, 0), nop()]);
        b.core.st.r[3] = to;
        b.run();
        assert_eq!(b.count(Counted::RawExternal), 0);
    }
}

#[test]
fn stores_are_posted_and_wait_for_the_way_only() {
    let stores = [str(1, 0, 0), str(1, 0, 4), str(1, 0, 8)];
    let mut b = program(NEXT, &stores);
    b.run();
    assert_eq!(b.core.now().0 - 1, 5);
    let mut b = program(NEXT, &stores);
    b.bus.busy = 4;
    b.core.st.r[1] = 9;
    b.run();
    assert_eq!(b.core.now().0 - 1, 2 + 4 + 4 + 1);
    assert_eq!(b.count(Counted::MeshFull), 6);
    assert_eq!(b.peek(NEXT + 8), 9);
}

#[test]
fn testset_takes_what_is_free() {
    let testset = Insn::Testset32 {
        d: r(1),
        n: r(0),
        s: Sign::Plus,
        m: r(2),
    };
    for (before, after) in [(0, 5), (8, 8)] {
        let mut b = program(NEXT + 0x40, &[mov(1, 5), mov(2, 0), testset, addi(3, 1, 0)]);
        b.poke(NEXT + 0x40, before);
        b.run();
        assert_eq!((b.r(3), b.peek(NEXT + 0x40)), (before, after));
    }
}

#[test]
fn no_interrupt_while_a_load_is_outstanding() {
    let mut b = program(
        NEXT,
        &[ldr(1, 0, 0), nop(), nop(), addi(2, 1, 0), mov(3, 1)],
    );
    b.quantum = 1;
    b.arrive(4, Op::Write, OWN + sr::ILATST, 4, 0x200);
    b.run();
    // It is taken when the answer is there, before the addition.
    assert_eq!(b.core.st.iret, CODE + 16);
    assert!(b.core.now().0 > 2 + ANSWER);
}

#[test]
fn a_load_from_nowhere_hangs_the_core() {
    let mut b = program(0xff00_0000, &[ldr(1, 0, 0), addi(2, 1, 1), mov(3, 1)]);
    b.run();
    assert_eq!(b.core.state(), CoreState::Idle);
    assert_eq!(b.r(3), 0);
    b.arrive(5000, Op::Write, OWN + sr::ILATST, 4, 0x200);
    b.run();
    assert_eq!(b.core.st.ipend, 0);
}

#[test]
fn code_outside_costs_a_packet_for_each_line() {
    let mut b = Bench::new();
    let end = b.put(DRAM, &[0; 8].map(|_| addi(1, 1, 1)));
    b.put(end, &[Insn::Bkpt {}]);
    b.start(DRAM);
    b.run();
    assert_eq!(b.r(1), 8);
    // Five lines one after the other, each asked for when the one before is there.
    let cycles = b.core.now().0;
    assert!((5 * FAR..5 * FAR + 12).contains(&cycles), "{cycles}");
    assert!(b.count(Counted::MeshFetches) >= 5);
    assert!(b.count(Counted::FetchOutside) >= 5 * FAR - 20);
}

/// A core runs ahead of the others with its own SRAM, until something arrives there late: from then on
/// its loads from there wait for their turn.
#[test]
fn loads_wait_for_their_turn_where_something_came_late() {
    let mut b = Bench::with(&[mov(0, 0x2000), ldr(1, 0, 0), b(-4)]);
    let slice = |b: &mut Bench| {
        let now = b.core.now();
        let stop = b.core.run(&mut RunCx {
            mem: &mut b.mem,
            bus: &mut b.bus,
            meters: &mut b.meters,
            facts: &mut b.facts,
            until: now + 50,
            planned: now + 50,
            ends: now + 50,
            shared_until: now,
            sync_until: now,
            settled: false,
            armed: ArmedStops::default(),
            answer: None,
        });
        (stop, b.core.now().0 - now.0)
    };
    let (stop, cycles) = slice(&mut b);
    assert_eq!(stop, Stop::EarlyEnd);
    // It ends between two turns of the loop.
    assert_eq!(b.core.live.pc, CODE + 4);
    assert!((26..36).contains(&cycles), "{cycles}");
    // Somewhere else, and before the last load.
    b.arrive(20, Op::Write, OWN + 0x2008, 4, 1);
    b.run_until(50);
    assert_eq!(slice(&mut b).0, Stop::EarlyEnd);
    b.arrive(60, Op::Write, OWN + 0x2004, 4, 1);
    b.run_until(100);
    let (stop, cycles) = slice(&mut b);
    assert_eq!(stop, Stop::Sync);
    assert!(cycles < 10, "{cycles}");
}

#[test]
fn registers_are_read_and_written_from_outside() {
    let mut b = Bench::new();
    b.arrive(5, Op::Write, OWN + 0xf_0004, 4, 123);
    b.arrive(6, Op::Write, OWN + sr::PC, 4, 0x100);
    b.arrive(7, Op::Write, OWN + sr::FSTATUS, 4, 1);
    b.put(0x100, &[movfs(2, sr::COREID), Insn::Bkpt {}]);
    b.run();
    assert_eq!((b.r(1), b.r(2)), (123, 0x808));
    // Not while it runs.
    let mut b = Bench::with(&[0; 20].map(|_| nop()));
    b.arrive(5, Op::Write, OWN + 0xf_0004, 4, 123);
    b.run();
    assert_eq!(b.r(1), 0);
}

#[test]
fn link_registers_are_reached_by_the_control_mode() {
    let [low, high] = set(0, 0x88b0_0000 + 0xf_0300);
    let mut b = Bench::with(&[
        mov(1, 0x5000),
        movts(sr::CONFIG, 1),
        low,
        high,
        str(1, 0, 8),
    ]);
    b.run();
    assert_eq!(b.bus.io, [(0x808f_2108, 0x5000)]);
}

/// A copy made in the middle of a run goes on as the original.
#[test]
fn a_saved_core_goes_on_the_same_way() {
    let p = [
        mov(0, 0x2000),
        ldr(1, 0, 0),
        fadd(2, 1, 1),
        str(2, 0, 4),
        addi(3, 3, 1),
    ];
    let mut a = Bench::with(&p);
    a.run_until(3);
    let mut b = Bench::with(&p);
    Core::load(&mut b.core, &a.core.save()).unwrap();
    a.run_until(1000);
    b.run_until(1000);
    assert_eq!(a.core.now(), Tick(11));
    assert!(a.core.save() == b.core.save());
}

/// The program overwrites its next instruction.
#[test]
fn code_that_is_overwritten_is_decoded_again() {
    let word = mov(3, 9).encode();
    let [low, high] = set(1, word);
    let mut b = Bench::with(&[
        low,
        high,
        mov(0, 0x100),
        str(1, 0, 0x14),
        nop(),
        nop(),
        mov(3, 1),
    ]);
    b.run();
    assert_eq!(b.r(3), 9);
}

/// The first half of a long instruction ends the SRAM: it is unimplemented.
#[test]
fn half_an_instruction_ends_the_sram() {
    let mut b = Bench::with(&[mov(0, 0x7ffe), Insn::Jr16 { n: R::new(0) }]);
    let word = mov(3, 0x1234).encode();
    b.mem.put(0, 0x7ffe, (word as u16).to_le_bytes());
    // The handler of software exceptions.
    b.put(4, &[mov(4, 1), Insn::Bkpt {}]);
    b.run();
    assert_eq!((b.r(3), b.r(4)), (0, 1));
    assert_eq!(b.core.st.status >> 16 & 0xf, 4);
}
