//! Every meter of a core, by small programs whose counts follow from the rules of the documents
//! (docs/contributing/timing-parallella.md has them with their sources). The judge of counters and the counters
//! look at the same meters, so a meter that counts something else shows nowhere but here.

use crate::bench::{Bench, Board, DRAM, body, window};
use conformance::epiphany::assemble;
use trueboard_cpu_epiphany::meters::Meter as M;

/// What the body counted; behind it is a NOP, which is counted, too.
fn counted(bench: &Bench, expected: &[(M, u64)]) {
    let m = bench.run();
    let seen: Vec<(M, u64)> = expected
        .iter()
        .map(|&(meter, _)| (meter, m.core(meter)))
        .collect();
    assert_eq!(seen, expected);
}

/// Lines of a table: how many instructions of each kind there are is read off the text.
#[test]
fn instructions() {
    let text = "lsl r1,r1,r2; fmadd r10,r11,r12   # a pair
        nop
        ldr r8,[r40,+0]; ldrd r14,[r40,+2]; str r9,[r40,+4]; strd r20,[r40,+6]
        sub r1,r1,r1
        bne over; beq over                    # not taken, taken: 3 more
        over:";
    counted(
        &body(text).init("set 0x4000,r40").floats(),
        &[
            (M::Instructions, 10 + 1),
            (M::MultiIssue, 1),
            (M::IssueCycles, 9 + 1),
            (M::IaluInstructions, 2),
            (M::FpInstructions, 1),
            (M::IntInstructions, 9 + 1),
            (M::Loads, 2),
            (M::Stores, 2),
            (M::LoadStores, 4),
            (M::TotalBranch, 2),
            (M::BranchesTaken, 1),
            (M::BranchStalls, 3),
            (M::Cycles, 9 + 1 + 3),
        ],
    );
}

/// AR, pipeline, table 10: cycles between producer and consumer.
#[test]
fn waits_for_registers() {
    let case = |text: &str, expected: &[(M, u64)]| {
        let mut all = vec![(M::RawInt, 0), (M::RawLoad, 0), (M::RawFpu, 0), (M::Waw, 0)];
        all.extend([(M::FpuFlags, 0), (M::RawExternal, 0), (M::StoreData, 0)]);
        for (meter, n) in expected {
            all.iter_mut()
                .filter(|m| m.0 == *meter)
                .for_each(|m| m.1 = *n);
        }
        let bench = body(text).init(&format!("set 0x4000,r40; set {},r41", window(0) + 0x4000));
        counted(&bench.floats(), &all);
    };
    // An integer result and the FPU: 1.
    case("add r1,r2,r3; fadd r4,r1,r1", &[(M::RawInt, 1)]);
    // A word and an integer operation: 1, the FPU: 2, a byte: 2.
    case("ldr r1,[r40,+0]; add r4,r1,r1", &[(M::RawLoad, 1)]);
    case("ldr r1,[r40,+0]; fadd r4,r1,r1", &[(M::RawLoad, 2)]);
    case("ldrb r1,[r40,+0]; add r4,r1,r1", &[(M::RawLoad, 2)]);
    // The FPU's result and whatever uses it: 4; a store: 3.
    case("fadd r1,r2,r3; add r4,r1,r1", &[(M::RawFpu, 4)]);
    case(
        "fadd r1,r2,r3; str r1,[r40,+0]",
        &[(M::RawFpu, 3), (M::StoreData, 3)],
    );
    // Written, not read: the interlock is the same.
    case("fadd r1,r2,r3; mov r1,5", &[(M::Waw, 4)]);
    case("ldr r1,[r40,+0]; mov r1,5", &[(M::Waw, 1)]);
    // Flags of the FPU.
    case("fadd r1,r2,r3; bbeq over; over:", &[(M::FpuFlags, 4)]);
    // From outside: 14 from the load to who uses it, 13 of them lost; through the own mesh interface.
    case("ldr r1,[r41,+0]; add r4,r1,r1", &[(M::RawExternal, 13)]);
}

/// A target of 4 bytes across two lines: one cycle more (AR).
#[test]
fn straddle() {
    let text = "b there; .align 8; nop; nop; nop; there: .code32 add r1,r2,r3; .align 8";
    counted(
        &body(text),
        &[
            (M::Straddle, 1),
            (M::BranchStalls, 3),
            (M::BranchesTaken, 1),
        ],
    );
}

/// Eight loads from the bank of the code, two in a line: each line's fetch comes behind the second of
/// them, two cycles late, one of which is felt. In another bank nothing is lost.
#[test]
fn fetch_of_the_own_memory() {
    let text: String = (0..8)
        .map(|i| format!("ldr r{},[r40,+{i}]\n", 10 + i))
        .collect();
    for (bank, lost, felt) in [(0x1000, 8, 4), (0x2000, 0, 0)] {
        let bench = body(&text).init(&format!("set {bank},r40"));
        counted(&bench, &[(M::FetchLost, lost), (M::FetchLocal, felt)]);
    }
}

/// Eight double words that core 1 writes into the bank from which core 0 loads in every cycle.
#[test]
fn banks() {
    let stores: String = (0..8).map(|i| format!("strd r2,[r40,+{i}]\n")).collect();
    let other = format!(
        "set {},r40; .rept 60; nop; .endr; {stores}",
        window(0) + 0x5000
    );
    let text: String = (0..120)
        .map(|i| format!("ldr r{},[r40,+{}]\n", 10 + i % 8, i % 8))
        .collect();
    let bench = body(&text)
        .init("set 0x4000,r40")
        .other(1, &other)
        .set("quantum_cycles=1");
    counted(&bench, &[(M::BankLost, 8)]);
}

/// Stores to the DRAM go 16 cycles apart (EBSP), and the queue holds four: the first leaves at once, the
/// fifth and those behind it wait for places.
#[test]
fn the_way_out() {
    let stores = |n: usize| "str r2,[r40,+0]\n".repeat(n);
    let bench = |n: usize| body(&stores(n)).init(&format!("set {DRAM},r40"));
    counted(
        &bench(4),
        &[(M::MeshFull, 0), (M::MeshStores, 4), (M::MeshLoads, 0)],
    );
    let (a, b) = (bench(40).run(), bench(60).run());
    // Twenty more take 20 x 16 cycles, 20 of which are those of issue.
    assert_eq!(b.core(M::MeshFull) - a.core(M::MeshFull), 20 * 16 - 20);
    let testset = "mov r4,0; testset r5,[r40,+r4]; ldr r6,[r40,+1]";
    let bench = body(testset).init(&format!("set {},r40", window(1) + 0x2000));
    // TESTSET is a load and a store, and one packet.
    counted(
        &bench,
        &[
            (M::MeshLoads, 2),
            (M::MeshStores, 0),
            (M::Loads, 2),
            (M::Stores, 1),
        ],
    );
}

/// CTRLMODE 5: registers of the East link.
#[test]
fn registers_of_devices() {
    let text = "str r2,[r40,+0]; str r2,[r40,+0]; ldr r3,[r40,+0]";
    let init = format!(
        "set {},r40; set 0x5000,r1; movfs r2,config; orr r1,r1,r2; movts config,r1",
        window(11) + 0xf_0300
    );
    counted(
        &body(text).init(&init),
        &[(M::IoWrites, 2), (M::IoReads, 1), (M::MeshStores, 0)],
    );
}

/// SWI: the exception is entered in 4 cycles (an estimate), RTI goes back in 3.
#[test]
fn interrupts() {
    let bench = body("swi 0; nop")
        .init("mov r1,0; movts imask,r1; gie")
        .more("\n@1 rti\n");
    counted(
        &bench,
        &[
            (M::Interrupts, 1),
            (M::Traps, 1),
            (M::TrapCycles, 4),
            (M::BranchStalls, 3),
            (M::Instructions, 3 + 1),
        ],
    );
}

/// Lines of two instructions in the DRAM, 1000 cycles each (an estimate), one on its way at a time. Of each
/// but the first two cycles are those of the instructions of the line before. Behind the last line, which
/// is that of BKPT, one more is asked for.
#[test]
fn code_outside() {
    let mut board = Board::new(&[(0, &format!("set {DRAM},r50; jr r50"))]);
    let code = assemble(
        DRAM,
        ".code32 add r1,r1,1; .code32 add r1,r1,1; .code32 add r1,r1,1; .code32 add r1,r1,1; bkpt",
    );
    assert!(board.machine.patch(0, DRAM.into(), &code.bytes));
    board.finish();
    let bank = &board.machine.meters().cores[0];
    assert_eq!(bank.get(M::MeshFetches), 4);
    assert_eq!(bank.get(M::FetchExternal), 1000 + 998 + 998);
    // The buffer is empty from the cycle on in which the last instruction of a line is issued.
    assert_eq!(bank.get(M::FetchOutside), 1000 + 999 + 999);
}

/// Sleep until CTIMER0 wakes the core, and halted cycles by another core's DEBUGCMD.
#[test]
fn asleep_and_halted() {
    let sleeper =
        "mov r1,0; movts imask,r1; mov r1,500; movts ctimer0,r1; mov r1,0x10; gie; movts config,r1
         idle\n@3 bkpt";
    let mut board = Board::new(&[(0, sleeper)]);
    board.finish();
    // From the cycle behind MOVTS on it counts 500, the first of them IDLE's.
    assert_eq!(board.machine.meters().cores[0].get(M::IdleCycles), 499);
    // One word halts core 4, and 100 cycles later another one lets it go on: ways are equal.
    let debugger = format!(
        "set {},r40; mov r1,1; mov r2,0; .rept 50; nop; .endr; str r1,[r40,+0]; .rept 99; nop; .endr; str r2,[r40,+0]",
        window(4) + 0xf_0448
    );
    let mut board = Board::with(
        &["quantum_cycles=1"],
        &[(0, &debugger), (4, ".rept 100; nop; .endr; idle")],
    );
    board.finish();
    assert_eq!(board.machine.meters().cores[4].get(M::HaltedCycles), 100);
}

/// Elements of a DMA: two rows of three.
#[test]
fn elements() {
    let program = "set descriptor,r1; lsl r1,r1,16; mov r2,8; orr r1,r1,r2; movts dma0config,r1; .rept 40; nop; .endr; bkpt
         .align 8; descriptor: .word 0x43, 0x00040004, 0x00020003, 0x00040004, 0x2000, 0x4000";
    let mut board = Board::new(&[(0, program)]);
    board.finish();
    assert_eq!(board.machine.meters().cores[0].get(M::DmaElements), 6);
}

/// What routers see, by the side on which packets come in: along the row first, then along the column (AR,
/// eMesh).
#[test]
fn sides_of_routers() {
    let sent = |from: u8, to: u8| {
        let program = format!(
            "set {},r40; .rept 5; str r1,[r40,+0]; .endr",
            window(to) + 0x2000
        );
        let mut board = Board::new(&[(from, &program)]);
        board.finish();
        let all = [
            M::MeshCoreAccess,
            M::MeshSouthAccess,
            M::MeshNorthAccess,
            M::MeshWestAccess,
            M::MeshEastAccess,
        ];
        let meters = board.machine.meters();
        all.map(|side| {
            (0..16u8)
                .filter(|&n| meters.cores[usize::from(n)].get(side) == 5)
                .collect::<Vec<_>>()
        })
    };
    assert_eq!(
        sent(0, 15),
        [vec![0], vec![], vec![7, 11, 15], vec![1, 2, 3], vec![]]
    );
    assert_eq!(
        sent(15, 0),
        [vec![15], vec![0, 4, 8], vec![], vec![], vec![12, 13, 14]]
    );
}

/// Two packets that want the link into core 5: one from two hops away, sent in cycle 0, which has it from
/// cycle 3 to 4; and one from the next node, sent in cycle 2, which comes to it in the middle of cycle 3 and
/// waits for cycle 4. The core's own comes to it in the cycle in which it is sent: 3.
#[test]
fn waits_in_routers() {
    for (near, far, late, side) in [
        (1, 7, 2, M::MeshNorthWait),
        (9, 7, 2, M::MeshSouthWait),
        (4, 7, 2, M::MeshWestWait),
        (6, 13, 2, M::MeshEastWait),
        (5, 7, 3, M::MeshCoreWait),
    ] {
        let program = |wait: u32| {
            format!(
                "set {},r40; .rept {wait}; nop; .endr; str r1,[r40,+0]",
                window(5) + 0x2000
            )
        };
        let mut board = Board::with(
            &["quantum_cycles=1"],
            &[(far, &program(50)), (near, &program(50 + late))],
        );
        board.finish();
        let bank = &board.machine.meters().cores[5];
        let all = [
            M::MeshCoreWait,
            M::MeshSouthWait,
            M::MeshNorthWait,
            M::MeshWestWait,
            M::MeshEastWait,
        ];
        let expected = all.map(|m| u64::from(m == side));
        assert_eq!(all.map(|m| bank.get(m)), expected, "from core {near}");
    }
}
