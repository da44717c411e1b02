//! The event counters (AR, event timers).

use super::*;
use crate::isa::special as sr;

/// Counts `event` with CTIMER0 over `program`; the two instructions that begin and end are control
/// instructions, which are no event but CLK.
fn counted(event: i32, program: &[Insn]) -> u32 {
    let mut all = vec![mov(60, 0xffff), movts(sr::CTIMER0, 60), mov(61, event << 4)];
    all.push(movts(sr::CONFIG, 61));
    all.extend(program);
    all.push(movfs(62, sr::CTIMER0));
    let mut b = Bench::with(&all);
    b.run();
    0xffff - b.r(62)
}

#[test]
fn events_are_counted() {
    let work = [
        ldr(1, 0, 0x40),
        fadd(2, 1, 1),
        addi(3, 4, 1),
        str(2, 0, 0x44),
    ];
    // ldr, fadd three later with its partner, str four later.
    assert_eq!(counted(1, &work), 1 + 2 + 1 + 3 + 1);
    assert_eq!(counted(4, &work), 3);
    assert_eq!(counted(5, &work), 1);
    assert_eq!(counted(6, &work), 1);
    // A load's result, and data of a store.
    assert_eq!(counted(7, &work), 2 + 3);
    assert_eq!(counted(8, &work), 2 + 3);
    assert_eq!(counted(0, &work), 0);
}

/// Event 8 is all waits for registers (AR, event timers), those of an instruction that only writes the
/// register among them: the interlock is on both (AR, pipeline). MOV behind FADD waits 4 cycles (table 10),
/// behind a load 1. Event 7 is of loads and stores.
#[test]
fn waits_of_writes_are_waits_for_registers() {
    assert_eq!(counted(8, &[fadd(2, 1, 1), mov(2, 5)]), 4);
    assert_eq!(counted(8, &[ldr(1, 0, 0x40), mov(1, 5)]), 1);
    assert_eq!(counted(7, &[fadd(2, 1, 1), mov(2, 5)]), 0);
}

/// Codes of mesh events (AR, MESHCFG): which sides of the router each counts. Each side has seen a number
/// of its own.
#[test]
fn mesh_events_by_code() {
    use Meter as M;
    const SIDES: [(M, u64); 10] = [
        (M::MeshCoreWait, 1),
        (M::MeshSouthWait, 10),
        (M::MeshNorthWait, 100),
        (M::MeshWestWait, 1000),
        (M::MeshEastWait, 10_000),
        (M::MeshCoreAccess, 2),
        (M::MeshSouthAccess, 20),
        (M::MeshNorthAccess, 200),
        (M::MeshWestAccess, 2000),
        (M::MeshEastAccess, 20_000),
    ];
    const EVENTS: [(u32, u64); 16] = [
        (0x0, 0),
        (0x1, 0),
        (0x2, 11_111),
        (0x3, 1),
        (0x4, 10),
        (0x5, 100),
        (0x6, 1000),
        (0x7, 10_000),
        (0x8, 10_010),
        (0x9, 1100),
        (0xa, 20),
        (0xb, 200),
        (0xc, 2000),
        (0xd, 20_000),
        (0xe, 2),
        // Any access: not on the Epiphany-III.
        (0xf, 0),
    ];
    // Event E of CTIMER counts what bits 11:8 select, event F what bits 7:4 do.
    for (select, shift) in [(0xe, 8), (0xf, 4)] {
        for (code, expected) in EVENTS {
            let mut p = vec![mov(1, (code << shift) as i32), movts(sr::MESHCFG, 1)];
            p.extend([mov(1, 0xffff), movts(sr::CTIMER0, 1)]);
            p.extend([mov(1, select << 4), movts(sr::CONFIG, 1)]);
            p.extend([nop(); 40]);
            p.push(movfs(2, sr::CTIMER0));
            let mut b = Bench::with(&p);
            b.quantum = 1;
            b.run_until(20);
            for (side, n) in SIDES {
                b.meters.cores[0].add(true, side, n);
            }
            b.run();
            assert_eq!(
                0xffff - u64::from(b.r(2)),
                expected,
                "event {select:x}, code {code:x}"
            );
        }
    }
}

/// CLK counts every cycle, halted ones too, but not while DBGPAUSE is set (AR, CONFIG and event timers). The
/// core is halted from cycle 20 to 520.
#[test]
fn clk_of_a_halted_core() {
    let clk = |config: u32, halted: bool| {
        let mut p = vec![mov(1, 0xffff), movts(sr::CTIMER0, 1)];
        p.extend(set(1, config | 1 << 4));
        p.push(movts(sr::CONFIG, 1));
        p.extend([nop(); 40]);
        p.push(movfs(2, sr::CTIMER0));
        let mut b = Bench::with(&p);
        b.quantum = 1;
        if halted {
            b.arrive(20, Op::Write, OWN + sr::DEBUGCMD, 4, 1);
            b.arrive(520, Op::Write, OWN + sr::DEBUGCMD, 4, 0);
        }
        b.run();
        0xffff - b.r(2)
    };
    const DBGPAUSE: u32 = 1 << 24;
    // Forty NOPs behind the MOVTS from which on it counts.
    for config in [0, DBGPAUSE] {
        assert_eq!(clk(config, false), 40);
    }
    assert_eq!(clk(0, true), 540);
    assert_eq!(clk(DBGPAUSE, true), 40);
}

#[test]
fn a_counter_stops_at_0_and_interrupts() {
    let mut b = Bench::with(&{
        let mut p = vec![mov(1, 20), movts(sr::CTIMER1, 1), mov(2, 0x100)];
        p.push(movts(sr::CONFIG, 2));
        p.extend([0; 40].map(|_| addi(3, 3, 1)));
        p
    });
    b.put(0x10, &[b_mov()]);
    b.put(0x14, &[movfs(5, sr::CTIMER1), Insn::Bkpt {}]);
    b.run();
    // It counts from the cycle behind MOVTS on.
    assert_eq!((b.r(3), b.r(5)), (20, 0));
    assert_eq!(b.core.st.ipend, 0x10);
}

fn b_mov() -> Insn {
    mov(6, 1)
}

#[test]
fn a_sleeping_core_is_woken_by_its_counter() {
    let mut b = Bench::with(&[
        mov(1, 500),
        movts(sr::CTIMER0, 1),
        mov(2, 0x20),
        movts(sr::CONFIG, 2),
        Insn::Idle {},
    ]);
    b.run();
    assert_eq!(b.core.st.ipend, 8);
    // Event 2 counts the cycles of sleep.
    assert_eq!(b.count(Counted::Idle), 500);
}

/// A counter of instructions does not keep a sleeping core busy.
#[test]
fn what_needs_instructions_does_not_go_on_asleep() {
    let mut b = Bench::with(&[
        mov(1, 5),
        movts(sr::CTIMER0, 1),
        mov(2, 0x50),
        movts(sr::CONFIG, 2),
        Insn::Idle {},
    ]);
    b.run();
    assert_eq!(b.core.state(), CoreState::Idle);
    assert!(b.core.now().0 < 10);
}

#[test]
fn accesses_are_judged() {
    let mut b = Bench::with(&[movfs(1, sr::CTIMER0), movts(sr::CONFIG, 1)]);
    b.run();
    let kinds: Vec<(bool, u32)> = b
        .bus
        .measured
        .iter()
        .map(|k| match *k {
            FactKind::RegRead { offset, .. } => (false, offset),
            FactKind::RegWrite { offset, .. } => (true, offset),
            _ => panic!("{k:?}"),
        })
        .collect();
    assert_eq!(kinds, [(false, sr::CTIMER0), (true, sr::CONFIG)]);
}

/// A window of a program in DRAM, begun and ended by its instructions: what event `event` counts in it,
/// and the cycles.
fn outside(event: i32, quantum: u64, before: &[Insn], work: &[Insn]) -> (u64, u64) {
    let mut b = Bench::new();
    b.quantum = quantum;
    let mut p = vec![
        mov(60, 0xffff),
        mov(61, event << 4 | 1 << 8),
        mov(0, 0x2000),
    ];
    p.extend(set(1, NEXT));
    p.extend([movts(sr::CTIMER0, 60), movts(sr::CTIMER1, 60)]);
    p.extend(before);
    p.push(movts(sr::CONFIG, 61));
    p.extend(work);
    p.extend([movfs(62, sr::CTIMER0), movfs(63, sr::CTIMER1)]);
    let end = b.put(DRAM, &p);
    b.put(end, &[Insn::Bkpt {}]);
    b.start(DRAM);
    b.run();
    // The second counter is read later, at most one line.
    (0xffff - u64::from(b.r(62)), 0xffff - u64::from(b.r(63)))
}

/// Code in DRAM that waits for lines, operands and answers, at every place in a line: event C never
/// counts a cycle twice, nor one of before the window; and how slices are cut does not show.
#[test]
fn fetch_stalls_are_cycles_of_the_window() {
    // MOVTS that begins the window waits for R61; loads from another core's memory are answered while
    // lines are on their way.
    let wait = [ldr(61, 1, 0), add(61, 61, 2)];
    let works: [&[Insn]; 4] = [
        &[nop(), nop(), ldr(3, 1, 0), add(3, 3, 3), nop()],
        &[
            addi(3, 3, 1),
            ldr(4, 1, 4),
            str(4, 0, 0),
            nop(),
            fadd(5, 4, 4),
        ],
        &[nop(), b(2), nop(), b(6), nop(), nop(), addi(3, 3, 1)],
        &[fmadd(3, 3, 3), fmadd(3, 3, 3), nop(), fmadd(3, 3, 3), b(4)],
    ];
    let mut hidden = 0;
    for (shift, work) in (0..4).flat_map(|n| works.map(|w| (n, w))) {
        let mut before = vec![nop(); shift];
        before.extend(set(2, 0x1c0));
        before.extend(wait);
        let counts = outside(0xc, 1 << 20, &before, work);
        let (stalls, cycles) = counts;
        assert!(stalls > FAR, "{shift}: {work:?}: {counts:?}");
        assert!(stalls <= cycles, "{shift}: {work:?}: {counts:?}");
        for quantum in [1, 7] {
            let sliced = outside(0xc, quantum, &before, work);
            assert_eq!(sliced, counts, "{shift}: {work:?}, slices of {quantum}");
        }
        hidden += u64::from(stalls < cycles);
    }
    assert!(hidden > 8, "{hidden}");
}
