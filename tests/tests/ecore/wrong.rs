//! What programs must not do: a warning once for each place, and the end of a run under `--strict`.

use crate::bench::Board;
use trueboard_core::time::Tick;

/// Exceptions are taken, by a handler that goes back.
const TAKEN: &str = "mov r1,0; movts imask,r1; gie";
const MASKED: &str = "set 0x3ff,r1; movts imask,r1; gie";
const DISABLED: &str = "mov r1,0; movts imask,r1; gid";

/// The warnings of a program that executes `text` three times.
fn warnings(init: &str, text: &str) -> Vec<String> {
    let program = format!(
        "{init}; set 0x4001,r40; mov r41,3; again: {text}; sub r41,r41,1; bne again
         @1 rti\n@2 rti"
    );
    let mut board = Board::new(&[(0, &program)]);
    board.finish();
    let warnings = board.machine.warnings();
    let strict = {
        let mut board = Board::new(&[(0, &program)]);
        board.machine.set_strict(true);
        format!("{:?}", board.machine.run(Tick(2_000_000)))
    };
    assert_eq!(
        strict.starts_with("Strict"),
        !warnings.is_empty(),
        "{strict}"
    );
    warnings
}

fn tells(init: &str, text: &str, what: &str) {
    let warnings = warnings(init, text);
    let [one] = &warnings[..] else {
        panic!("{text}: {warnings:?}")
    };
    let where_and_what = one.split_once(": ").expect("a place");
    assert_eq!(where_and_what.1, format!("{what} (3 times)"), "{one}");
}

#[test]
fn unaligned_accesses() {
    for (text, what) in [
        ("ldr r2,[r40,+0]", "unaligned load of 4 bytes at 0x00004001"),
        (
            "ldrh r2,[r40,+0]",
            "unaligned load of 2 bytes at 0x00004001",
        ),
        (
            "strd r2,[r40,+0]",
            "unaligned store of 8 bytes at 0x00004001",
        ),
        (
            "mov r3,0; testset r2,[r40,+r3]",
            "unaligned TESTSET of 4 bytes at 0x00004001",
        ),
    ] {
        tells(TAKEN, text, what);
        let masked = format!("{what}; its exception is not served: IMASK has it masked");
        tells(MASKED, text, &masked);
        let disabled =
            format!("{what}; its exception is not served: interrupts are disabled (GID)");
        tells(DISABLED, text, &disabled);
    }
    assert_eq!(
        warnings(TAKEN, "ldrb r2,[r40,+0]; strb r2,[r40,+0]"),
        [""; 0]
    );
}

/// All ones, and a short encoding that does not exist.
#[test]
fn undefined_instructions() {
    tells(TAKEN, ".word 0xffffffff", "0xffffffff is no instruction");
    let masked = "0xffffffff is no instruction; its exception is not served: IMASK has it masked";
    tells(MASKED, ".word 0xffffffff", masked);
}

/// UNIMPL, SWI and exceptions of the FPU that a program enables are what it may want, as long as they are
/// served.
#[test]
fn exceptions_that_nothing_serves() {
    // IEN; a quiet NaN is an invalid operation (AR, FPU).
    let invalid = "movfs r2,config; mov r3,2; orr r2,r2,r3; movts config,r2; set 0x7fc00000,r4; fadd r5,r4,r4";
    for (text, what) in [("unimpl", "UNIMPL"), ("swi 0", "SWI"), (invalid, "the FPU")] {
        assert_eq!(warnings(TAKEN, text), [""; 0], "{text}");
        tells(
            MASKED,
            text,
            &format!("the exception of {what} is not served: IMASK has it masked"),
        );
        tells(
            DISABLED,
            text,
            &format!("the exception of {what} is not served: interrupts are disabled (GID)"),
        );
    }
}

/// MEMPROTECT: what is written to a read-only page is lost; with its interrupt masked nothing says so.
#[test]
fn writes_to_protected_pages() {
    let text = "mov r2,0x10; movts memprotect,r2; strb r2,[r40,+0]";
    assert_eq!(warnings(TAKEN, text), [""; 0]);
    tells(
        MASKED,
        text,
        "write to 0x80804001, in a page that MEMPROTECT makes read-only, is lost, and the memory fault is not \
         served: IMASK has it masked",
    );
}

/// What the registers of an Epiphany-III do not have: arithmetic modes, events, routing modes, registers.
#[test]
fn what_registers_do_not_have() {
    let config = |bits: u32| {
        format!(
            "movfs r2,config; mov r5,r2; set {bits},r3; orr r2,r2,r3; movts config,r2; movts config,r5"
        )
    };
    for mode in 0..8 {
        let text = config(mode << 17);
        match mode {
            0 | 4 => assert_eq!(warnings(TAKEN, &text), [""; 0], "{mode}"),
            _ => tells(
                TAKEN,
                &text,
                &format!(
                    "write of {:#010x} to CONFIG: ARITHMODE = {mode:#x} does not exist; here the FPU computes in \
                     single precision",
                    mode << 17
                ),
            ),
        }
    }
    let not_of_iii = "write of 0x04000000 to CONFIG: bits 0x04000000 do not exist and do nothing";
    tells(TAKEN, &config(1 << 26), not_of_iii);
    let text = "mov r2,3; movts debugcmd,r2";
    let what =
        "write of 0x00000003 to DEBUGCMD: COMMAND = 0x3 does not exist; here nothing happens";
    tells(TAKEN, text, what);
    // By a store, to its own register and to another core's.
    let store = |to: u32| format!("set {to},r2; set 0x2000,r3; str r3,[r2,+0]");
    let what = "write of 0x00002000 to CONFIG: CTRLMODE = 0x2 does not exist; here transactions are as in mode 0";
    tells(TAKEN, &store(0x000f_0400), what);
    let of_another = what.replace("CONFIG", "CONFIG of core 1");
    tells(TAKEN, &store(0x809f_0400), &of_another);
    let none = "write of 0x00002000 to 0x808f0444: there is no such register";
    tells(TAKEN, &store(0x000f_0444), none);
}
