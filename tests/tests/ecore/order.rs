//! What is kept in order and what is not (AR, memory order): accesses of one core to what lies outside
//! of it. One test for each line of the table in docs/user/howto/parallella.md, each with what makes it visible.

use crate::bench::{Board, COUNT, DRAM, window};
use trueboard_board::Ended;
use trueboard_core::time::Tick;

/// Beyond the bench's alignment all programs wait here, so that those who disturb are at it.
const WAIT: &str = ".rept 100; nop; .endr";

/// Stores in a row to `r40`, for which the links to it are busy.
fn crowd(to: u32) -> String {
    format!("set {to},r40; .rept 60; nop; .endr; .rept 200; strd r2,[r40,+1]; .endr")
}

/// A core that is woken by USER and then executes `then`.
fn woken(then: &str) -> String {
    format!("mov r1,0; movts imask,r1; set {DRAM},r42; gie; idle\n@9 {then}")
}

/// Data and flag to one core: the flag is never there before the data, however full the links are.
#[test]
fn write_and_write_to_one_core() {
    let (data, flag) = (window(1) + 0x2000, window(1) + 0xf_042c);
    let sender = format!(
        "set {data},r40; set {flag},r41; set 0x200,r1; mov r2,77; {WAIT}
         str r2,[r40,+0]; str r1,[r41,+0]"
    );
    let receiver = format!("set 0x2000,r3; {}", woken("ldr r4,[r3,+0]"));
    let noise = crowd(window(1) + 0x4000);
    for others in [vec![], vec![5, 9, 13, 2]] {
        let mut programs = vec![(0, sender.as_str()), (1, receiver.as_str())];
        programs.extend(others.iter().map(|&n| (n, noise.as_str())));
        let mut board = Board::new(&programs);
        board.finish();
        assert_eq!(board.r(1, 4), 77);
    }
}

/// The second write goes to a core that is nearer, and is there first.
#[test]
fn write_and_write_to_another_core() {
    let register = |n| window(n) + 0xf_042c;
    let sender = format!(
        "set {},r40; set {},r41; set 0x200,r1; {WAIT}
         str r1,[r40,+0]; str r1,[r41,+0]",
        register(15),
        register(1)
    );
    let receiver = format!("{COUNT}\n{}", woken("movfs r61,ctimer0"));
    let mut board = Board::new(&[(0, &sender), (1, &receiver), (15, &receiver)]);
    board.finish();
    // Both count down from the same cycle on: 3 cycles and 1 to the near one, 10.5 to the far one.
    assert_eq!(board.r(1, 61) - board.r(15, 61), 11 - (3 + 1));
}

/// A load of what was just written: it goes over another mesh, and comes first where writes have to
/// wait.
#[test]
fn write_and_read_of_the_same() {
    let data = window(1) + 0x2000;
    let reader = format!(
        "set {data},r40; mov r2,77; {WAIT}
         str r2,[r40,+0]; ldr r3,[r40,+0]; mov r4,r3; {WAIT}; {WAIT}; {WAIT}; ldr r5,[r40,+0]"
    );
    let target = ".org 0x2000; .word 5";
    let noise = crowd(window(1) + 0x4000);
    let read = |others: &[u8]| {
        let mut programs = vec![(0, reader.as_str()), (1, target)];
        programs.extend(others.iter().map(|&n| (n, noise.as_str())));
        let mut board = Board::new(&programs);
        board.finish();
        (board.r(0, 4), board.r(0, 5))
    };
    assert_eq!(read(&[]), (77, 77));
    assert_eq!(read(&[5, 9, 13, 2, 6]), (5, 77));
}

/// The same at the memory off the chip, where a read waits behind the core's own writes, unless the
/// board is made as weak as the architecture.
#[test]
fn write_and_read_of_the_same_off_the_chip() {
    let program = format!(
        "set {DRAM},r40; mov r2,5; str r2,[r40,+0]; .rept 500; nop; .endr
         mov r2,77; .rept 20; str r2,[r40,+9]; .endr
         str r2,[r40,+0]; ldr r3,[r40,+0]; mov r4,r3"
    );
    let read = |sets: &[&str]| {
        let mut board = Board::with(sets, &[(0, &program)]);
        board.finish();
        board.r(0, 4)
    };
    assert_eq!(read(&[]), 77);
    assert_eq!(
        read(&["stages.emesh.params.offchip.reads_pass_writes=true"]),
        5
    );
}

/// Data off the chip, flag to a core: the flag is there long before, and who reads the data then gets
/// what was there.
#[test]
fn write_off_the_chip_and_write_to_a_core() {
    let sender = format!(
        "set {DRAM},r40; set {},r41; set 0x200,r1
         mov r2,5; str r2,[r40,+0]; .rept 500; nop; .endr
         mov r2,77; .rept 20; str r2,[r40,+9]; .endr
         str r2,[r40,+0]; str r1,[r41,+0]",
        window(3) + 0xf_042c
    );
    let receiver = woken("ldr r4,[r42,+0]; mov r5,r4");
    // BKPT is in the next vector: a long instruction and a short one fill this one.
    let receiver = receiver.replace("ldr r4,[r42,+0]; mov r5,r4", "b there")
        + "\n there: ldr r4,[r42,+0]; mov r5,r4";
    let mut board = Board::new(&[(0, &sender), (3, &receiver)]);
    board.finish();
    assert_eq!(board.r(3, 5), 5);
    assert_eq!(board.word(DRAM), 77);
}

/// Writes off the chip of one core stay in order.
#[test]
fn write_and_write_off_the_chip() {
    let sender = format!(
        "set {DRAM},r40; mov r2,1; {WAIT}
         .rept 30; str r2,[r40,+0]; str r2,[r40,+1]; add r2,r2,1; .endr"
    );
    let reader = format!(
        "set {DRAM},r40; mov r10,0; mov r11,0
         again: ldr r2,[r40,+1]; ldr r3,[r40,+0]; sub r4,r3,r2; bgte fine; mov r10,1
         fine: add r11,r11,1; sub r4,r11,12; bne again"
    );
    let mut board = Board::new(&[(0, &sender), (5, &reader)]);
    board.finish();
    // The first word, read later, is never older than the second.
    assert_eq!((board.r(5, 10), board.r(5, 11)), (0, 12));
}

/// Loads come back in the order in which they were made, and a store behind a load is later than it.
#[test]
fn reads_are_in_order() {
    let data = window(15) + 0x2000;
    let reader = format!(
        "set {data},r40; set {},r41; mov r2,77; {WAIT}
         ldr r3,[r40,+0]; str r2,[r40,+0]; ldr r4,[r41,+0]; mov r5,r4",
        window(1) + 0x2000
    );
    let mut board = Board::new(&[
        (0, &reader),
        (15, "bkpt; .org 0x2000; .word 5"),
        (1, "bkpt; .org 0x2000; .word 6"),
    ]);
    board.finish();
    assert_eq!([3, 5].map(|n| board.r(0, n)), [5, 6]);
    assert_eq!(board.word(data), 77);
}

/// With `--strict` a run ends at a read of bytes to which an older write of the same core is on its
/// way, whatever it gets; not at others.
#[test]
fn strict_runs_end_at_races() {
    let strict = |second: &str| {
        let data = window(5) + 0x2000;
        let program = format!("set {data},r40; {WAIT} ; str r2,[r40,+0]; {second}; mov r4,r3");
        let mut board = Board::new(&[(0, &program)]);
        board.machine.set_strict(true);
        board.machine.run(Tick(u64::MAX / 4))
    };
    let races = |ended: Ended| format!("{ended:?}").contains("raced");
    assert!(races(strict("ldr r3,[r40,+0]")));
    assert!(races(strict("ldrb r3,[r40,+3]")));
    assert!(races(strict("mov r5,0; testset r3,[r40,+r5]")));
    assert!(!races(strict("ldr r3,[r40,+1]")), "other bytes");
    assert!(
        !races(strict(".rept 20; nop; .endr; ldr r3,[r40,+0]")),
        "it has arrived"
    );
    assert!(!races(strict("str r3,[r40,+0]")), "a write");
}

/// What a core wrote before TRAP is there when that is served, wherever it went and however long ago:
/// the text that is printed is the new one, and the run does not end before the last store has arrived.
#[test]
fn trap_comes_behind_what_was_written() {
    for at in [
        window(0) + 0x2000,
        window(1) + 0x2000,
        window(15) + 0x2000,
        DRAM,
    ] {
        for wait in [0, 2, 5, 20, 60] {
            let program = format!(
                "set {at},r40; set 0x64646464,r2; str r2,[r40,+0]; .rept 40; str r2,[r40,+1]; .endr
                 set 0x6b6f210a,r5; str r5,[r40,+0]; .rept {wait}; nop; .endr
                 mov r0,1; mov r1,r40; mov r2,4; trap 0; str r5,[r40,+9]; .rept {wait}; nop; .endr
                 mov r0,0; trap 3"
            );
            let mut board = Board::new(&[(0, &program)]);
            board.finish();
            assert_eq!(board.machine.take_console(), b"\n!ok", "{at:#x} {wait}");
            assert_eq!(board.word(at + 36), 0x6b6f_210a, "{at:#x} {wait}");
        }
    }
}
