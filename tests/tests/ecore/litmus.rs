//! The table of orders (AR, memory order model, table 2.1) as litmus tests: what is guaranteed holds, and
//! what is not can be seen, with code and data in every kind of memory. `order.rs` has single programs
//! for what makes an order visible.
//!
//! A thread is a core whose code lies in its own memory, in another core's or in the DRAM. Lines that
//! are fetched from outside delay the loads behind them, so that a load and the store behind it come to
//! the network in either order.

use crate::bench::{Board, DRAM, window};
use conformance::epiphany::assemble;
use trueboard_core::time::Tick;

/// Where a thread's code is.
#[derive(Clone, Copy, Debug)]
enum Code {
    Own,
    Elsewhere,
    Dram,
}

const CODES: [Code; 3] = [Code::Own, Code::Elsewhere, Code::Dram];

impl Code {
    fn at(self) -> u32 {
        match self {
            Code::Own => 0x400,
            // No other program is there.
            Code::Elsewhere => window(14) + 0x400,
            Code::Dram => DRAM + 0x8_0000,
        }
    }
}

/// Where data is.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Data {
    /// In the memory of core 0, by the local address.
    Local,
    /// The same by the global address: through the mesh.
    Global,
    /// In the memory of a core.
    Of(u8),
    Dram,
}

const NEAR: Data = Data::Of(4);
const FAR: Data = Data::Of(15);
/// Data that is not local.
const OUTSIDE: [Data; 4] = [Data::Global, NEAR, FAR, Data::Dram];

impl Data {
    fn at(self) -> u32 {
        match self {
            Data::Local => 0x2000,
            Data::Global => window(0) + 0x2000,
            Data::Of(n) => window(n) + 0x2000,
            Data::Dram => DRAM + 0x2000,
        }
    }

    /// The address for all cores.
    fn global(self) -> u32 {
        match self {
            Data::Local => Data::Global.at(),
            _ => self.at(),
        }
    }
}

/// What is executed before a thread's text: r40 is the address of its data, r51 that of a routine in the
/// own memory which takes longer than any way.
const DELAY: &str = ".org 0x200; delay: mov r2,1000; turn: sub r2,r2,1; bne turn; rts; .align 8";

/// Runs core 0, which ends by itself, among others that do not: `text` with code at a place and `data`,
/// all of which is 7 at first.
fn run(sets: &[&str], (code, data): (Code, Data), text: &str, others: &[(u8, String)]) -> Board {
    /// Cycles after which core 0 is lost.
    const LOST: u64 = 4_000_000;
    let jump = format!(
        "set {},r50; set 0x200,r51; set {},r40; jr r50; {DELAY}",
        code.at(),
        data.at()
    );
    let mut programs = vec![(0, jump.as_str())];
    programs.extend(others.iter().map(|(n, text)| (*n, text.as_str())));
    let mut board = Board::with(sets, &programs);
    let program = assemble(code.at(), &format!("{text}\n mov r11,1; bkpt"));
    assert!(board.machine.patch(0, code.at().into(), &program.bytes));
    let sevens = [7, 0, 0, 0].repeat(16);
    assert!(board.machine.patch(0, data.global().into(), &sevens));
    for piece in 1.. {
        // A cycle is two ticks.
        board.machine.run(Tick(2 * 20_000 * piece));
        if board.r(0, 11) == 1 {
            break;
        }
        assert!(
            piece * 20_000 < LOST,
            "code {code:?}, data {data:?}: it does not end"
        );
    }
    board
}

/// Rounds of a text, with NOPs in the middle of it (`{}`) and before it: each round meets the lines of
/// its code in another way. Between rounds everything arrives.
fn rounds(text: &str) -> String {
    let mut all = String::new();
    for between in [0, 1, 2, 8, 16] {
        for shift in 0..4 {
            let middle = format!(".rept {between}; nop; .endr");
            let round = text
                .replace("{}", &middle)
                .replace('%', &format!("_{between}_{shift}"));
            all.push_str(&format!(
                ".align 8; .rept {shift}; nop; .endr\n{round}\n jalr r51\n"
            ));
        }
    }
    all
}

/// For ever words to the node of `data`, in another bank: the links to it are busy.
fn writers(data: Data) -> Vec<(u8, String)> {
    let at = data.global() + 0x4000;
    let text = format!("set {at},r40; again: .rept 60; str r2,[r40,+1]; .endr; b again");
    [5, 9, 13, 6, 2].map(|n| (n, text.clone())).to_vec()
}

/// For ever words from `data`: others that read there wait.
fn readers(data: Data) -> Vec<(u8, String)> {
    let at = data.global() + 0x4000;
    let text = format!("set {at},r40; again: .rept 20; ldr r2,[r40,+1]; .endr; b again");
    [5, 9, 13, 6, 2].map(|n| (n, text.clone())).to_vec()
}

/// Read A, write A: a load gets what was there before the store behind it.
#[test]
fn read_and_write_of_the_same() {
    let word = ("ldr r3,[r40,+0]", "str r8,[r40,+0]", "mov r6,r3");
    let accesses = [
        word,
        ("ldrb r3,[r40,+0]", "strb r8,[r40,+0]", "mov r6,r3"),
        ("ldrd r4,[r40,+0]", "strd r8,[r40,+0]", "mov r6,r5"),
        ("testset r3,[r40,+r7]", "str r8,[r40,+0]", "mov r6,r3"),
    ];
    for code in CODES {
        for data in [Data::Local, Data::Global, NEAR, FAR, Data::Dram] {
            for access in accesses {
                let (load, store, result) = access;
                if load.starts_with("testset") && [Data::Local, Data::Dram].contains(&data) {
                    continue;
                }
                let round = format!(
                    "mov r3,1; {load}; {{}}; {store}; {result}
                     sub r6,r6,7; beq right%; add r10,r10,1; right%: jalr r51; strd r20,[r40,+0]"
                );
                let text = format!(
                    "mov r7,0; mov r8,9; mov r9,9; mov r20,7; mov r21,7; mov r10,0
                     {}; str r8,[r40,+0]; jalr r51",
                    rounds(&round)
                );
                let alone = vec![];
                let disturbed = if access == word {
                    readers(data)
                } else {
                    vec![]
                };
                for others in [alone, disturbed] {
                    let board = run(&[], (code, data), &text, &others);
                    let case = format!(
                        "code {code:?}, data {data:?}, {load}, {} others",
                        others.len()
                    );
                    assert_eq!(board.r(0, 10), 0, "loads that got the new value: {case}");
                    assert_eq!(board.word(data.global()), 9, "{case}");
                }
            }
        }
    }
}

/// Read A, write B: who has seen B and then writes A does not change what was read.
#[test]
fn read_and_write_of_another() {
    // B is core 8's; it answers by writing its number to A.
    let flag = window(8) + 0x3000;
    for code in CODES {
        for data in [Data::Global, NEAR, FAR, Data::Dram, Data::Of(8)] {
            let round = "ldr r3,[r40,+0]; {}; str r8,[r41,+0]; mov r6,r3
                 sub r6,r6,r9; beq right%; add r10,r10,1; right%: mov r9,r8; add r8,r8,1";
            let text = format!(
                "set {flag},r41; mov r8,1; mov r9,7; mov r10,0
                 {}",
                rounds(round)
            );
            let answers = format!(
                "set {},r40; mov r3,0x3000; mov r1,1
                 next: ldr r6,[r3,+0]; sub r6,r6,r1; bne next; str r1,[r40,+0]; add r1,r1,1; b next",
                if data == Data::Of(8) { 0x2000 } else { data.global() }
            );
            for mut others in [vec![], readers(data)] {
                others.push((8, answers.clone()));
                let board = run(&[], (code, data), &text, &others);
                let case = format!("code {code:?}, data {data:?}, {} others", others.len());
                assert_eq!(board.r(0, 10), 0, "reads of what came later: {case}");
                assert_eq!(board.word(data.global()), 20, "{case}");
            }
        }
    }
}

/// Read A, read B, and write B, write A to one node: who reads A and then B never has a B that is older
/// than A. With A for B: what is read of one place never becomes older.
#[test]
fn reads_and_writes_to_one_node_in_order() {
    for code in CODES {
        for data in OUTSIDE {
            for (a, b) in [(0, 0), (0, 1), (1, 0)] {
                let round = format!(
                    "ldr r3,[r40,+{a}]; {{}}; ldr r5,[r40,+{b}]
                     sub r6,r5,r3; bgte right%; add r10,r10,1; right%: mov r12,r5"
                );
                let text = format!("mov r10,0; {}", rounds(&round));
                // The first word of DATA is 7 until the first store arrives.
                let writer = format!(
                    "set {},r40; mov r1,8
                     next: str r1,[r40,+{b}]; str r1,[r40,+{a}]; add r1,r1,1; b next",
                    data.global()
                );
                for mut others in [vec![], readers(data)] {
                    others.push((8, writer.clone()));
                    let board = run(&[], (code, data), &text, &others);
                    let case = format!("code {code:?}, data {data:?}, {a} {b}, {}", others.len());
                    assert_eq!(board.r(0, 10), 0, "{case}");
                    assert!(board.r(0, 12) > 7, "the writer is at it: {case}");
                }
            }
        }
    }
}

/// Write A, write A (of any size), and write B, write A to one node: others see them in order, and the
/// last one stays. The own memory by local addresses is in order for others, too.
#[test]
fn writes_to_one_node_in_order() {
    for code in CODES {
        for data in [Data::Local, Data::Global, NEAR, FAR, Data::Dram] {
            let round =
                "strd r8,[r40,+0]; {}; str r8,[r40,+1]; add r9,r8,1; add r8,r8,1; str r9,[r40,+1]
                 str r9,[r40,+0]; add r8,r8,1; mov r9,r8";
            let text = format!("mov r8,8; mov r9,8; {}", rounds(round));
            // Word 1 is written before word 0.
            let reader = format!(
                "set {},r40; mov r10,0; mov r12,7
                 next: ldr r3,[r40,+0]; ldr r5,[r40,+1]; sub r6,r5,r3; bgte fine; add r10,r10,1
                 fine: sub r6,r3,r12; bgte newer; add r10,r10,1
                 newer: mov r12,r3; b next",
                data.global()
            );
            for mut others in [vec![], writers(data)] {
                others.push((8, reader.clone()));
                let board = run(&[], (code, data), &text, &others);
                let case = format!("code {code:?}, data {data:?}, {} others", others.len());
                assert_eq!(board.r(8, 10), 0, "{case}");
                assert!(board.r(8, 12) > 7, "the reader is at it: {case}");
                let last = 8 + 2 * 20 - 1;
                assert_eq!(
                    [0, 4].map(|o| board.word(data.global() + o)),
                    [last; 2],
                    "{case}"
                );
            }
        }
    }
}

/// Write A, read A: not ordered, so what was there before can be read; locally it is.
#[test]
fn write_and_read_of_the_same() {
    const WEAK: &str = "stages.emesh.params.offchip.reads_pass_writes=true";
    let round = "mov r8,9; str r8,[r40,+0]; ldr r3,[r40,+0]; mov r6,r3
         sub r6,r6,9; beq new%; add r10,r10,1; new%: jalr r51; str r20,[r40,+0]";
    let text = format!("mov r10,0; mov r20,7; {}", rounds(round));
    for code in CODES {
        for (data, set, old) in [
            (Data::Local, WEAK, false),
            (NEAR, WEAK, true),
            (FAR, WEAK, true),
            (Data::Dram, WEAK, true),
            // The default: reads of the DRAM stay behind the core's own writes.
            (Data::Dram, "quantum_cycles=64", false),
        ] {
            let board = run(&[set], (code, data), &text, &writers(data));
            let seen = board.r(0, 10);
            assert_eq!(
                seen > 0,
                old,
                "code {code:?}, data {data:?}, {set}: {seen} of 20"
            );
        }
    }
}

/// Write A, write B elsewhere: not ordered; who has seen B can find A as it was. (On the chip no core is
/// near enough to both: `order.rs` has it by the clock.)
#[test]
fn write_and_write_of_another() {
    const WITNESS: u8 = 3;
    let round = "str r8,[r40,+0]; {}; str r8,[r41,+0]; add r8,r8,1";
    let flag = window(WITNESS) + 0x3000;
    let text = format!("set {flag},r41; mov r8,1; {}", rounds(round));
    let watch = format!(
        "set {},r40; mov r3,0x3000; mov r1,1; mov r10,0
         next: ldr r6,[r3,+0]; sub r6,r6,r1; bne next
         ldr r6,[r40,+0]; sub r6,r6,r1; beq there; add r10,r10,1; there: add r1,r1,1; b next",
        Data::Dram.global()
    );
    for code in CODES {
        let mut others = writers(Data::Dram);
        others.push((WITNESS, watch.clone()));
        let board = run(&[], (code, Data::Dram), &text, &others);
        let seen = board.r(WITNESS, 10);
        assert!(seen > 0, "code {code:?}: {seen} of 20");
    }
}

/// Write A, read B: not ordered; what is read can be older than what others know when A arrives.
#[test]
fn write_and_read_of_another() {
    // Core 4 counts in B as long as A is even.
    let round = "str r8,[r40,+0]; ldr r3,[r41,+0]; mov r6,r3; jalr r51
         ldr r5,[r41,+0]; sub r6,r5,r6; sub r6,r6,r7; blte right%; add r10,r10,1
         right%: add r8,r8,1; str r8,[r40,+0]; add r8,r8,1";
    for code in CODES {
        // What core 4 may count beyond what was read if the write comes first: one turn of its loop.
        let text = format!(
            "mov r41,r40; add r41,r41,8; mov r7,1; mov r8,1; mov r10,0; {}",
            rounds(round)
        );
        let counts = "mov r3,0x2000; mov r1,0
             next: ldr r5,[r3,+0]; mov r6,1; and r5,r5,r6; bne next; add r1,r1,1; str r1,[r3,+2]; b next";
        let mut others = writers(NEAR);
        others.push((4, counts.to_owned()));
        let board = run(&[], (code, NEAR), &text, &others);
        let seen = board.r(0, 10);
        assert!(seen > 0, "code {code:?}: {seen} of 20");
    }
}

/// The own memory by its global address is outside: what is written by the local address behind a load
/// by the global one comes first, and so it does behind a store.
#[test]
fn local_and_global_addresses_of_the_same() {
    let round = "ldr r3,[r40,+0]; str r8,[r41,+0]; mov r6,r3; sub r6,r6,9; bne old%; add r10,r10,1
         old%: str r9,[r40,+0]; ldr r3,[r41,+0]; sub r6,r3,9; bne new%; add r12,r12,1; new%:
         jalr r51; str r20,[r41,+0]";
    let text = format!(
        "mov r41,0x2000; mov r8,9; mov r9,5; mov r20,7; mov r10,0; mov r12,0; {}",
        rounds(round)
    );
    let board = run(&[], (Code::Own, Data::Global), &text, &[]);
    assert_eq!([10, 12].map(|r| board.r(0, r)), [20, 20]);
}
