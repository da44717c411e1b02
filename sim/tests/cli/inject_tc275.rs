//! `trueboard inject` into what the TC275's codes protect: what a handler in firmware sees of it.

use crate::common::{file, say};
use conformance::tiny::{Part, Tiny};
use conformance::tricore::assemble;

/// Contexts for traps (a list at 0xD0000000, set up by FCX and LCX), and values to load: 0x1234 in the flash, in the
/// data scratchpad of CPU 0, and in the LMU.
const CONTEXTS: u32 = 16;
const FLASH: &str = "0xa0001000";
const DSPR: &str = "0xd0002000";
const LMU: &str = "0xb0000000";
/// Where code in the program scratchpad is.
const PSPR: u32 = 0xc000_0000;
/// Trap vectors of classes 4 and 7, in the cached view.
const CLASS4: u32 = 0x8000_0180;
const CLASS7: u32 = 0x8000_01e0;

/// Some hundred microseconds.
const WAIT: &str = "set 20000, %a5
    wait: loop %a5, wait";
/// Ends the run with the status in %d1.
const END: &str = "mov.a %a14, %d1
    debug";

fn part(at: u32, text: &str) -> Part {
    Part {
        at,
        bytes: assemble(at, text).bytes,
    }
}

/// An image that runs code between these, with a wait in between; traps of class 4 and NMIs end it with what the
/// handler leaves in %d1.
fn image(before: &str, after: &str, handler: &str) -> Tiny {
    let start = 0x8000_0400;
    let text = format!(
        "set 0xd0000, %d1\nmtcr $fcx, %d1\nset {:#x}, %d1\nmtcr $lcx, %d1\nisync\n{before}\n{WAIT}\n{after}\n{END}\n",
        0xd_0000 + CONTEXTS - 3
    );
    let links = (1..CONTEXTS).map(|i| 0xd_0000 + i).chain([0]);
    let contexts = links.flat_map(|link| [link].into_iter().chain([0; 15]));
    let handler = format!("{handler}\n{END}");
    let value = |at: &str| Part {
        at: u32::from_str_radix(&at[2..], 16).expect("an address"),
        bytes: 0x1234_u32.to_le_bytes().repeat(8),
    };
    Tiny {
        functions: vec![("start".to_owned(), start, 4)],
        parts: vec![
            part(start, &text),
            part(CLASS4, &handler),
            part(CLASS7, &handler),
            part(PSPR, "nop\nnop\nnop\nnop\nji %a11"),
            Part {
                at: 0xd000_0000,
                bytes: contexts.flat_map(u32::to_le_bytes).collect(),
            },
            value(FLASH),
            value(DSPR),
            value(LMU),
        ],
        entry: start,
        machine: 44,
        kind: 2,
        little_endian: true,
    }
}

/// What is said of a single fault in the wait, in the last line.
fn struck(image: &Tiny, place: &str, more: &[&str]) -> String {
    let (_dir, path) = file(&image.bytes());
    let path = path.to_str().expect("UTF-8");
    let place = format!("{place}@50us");
    let words = ["inject", path, "--board", "tc275", "--faults", &place];
    let said = say(&[&words[..], more].concat());
    assert_eq!(said.code, Some(0), "{}", said.err);
    said.out.lines().last().unwrap_or_default().to_owned()
}

/// Loads from an address, and then the word at another one.
fn load_and_read(at: &str, register: &str) -> String {
    format!("set {at}, %a4\nld.w %d2, [%a4]0\nnop\nnop\nset {register}, %a4\nld.w %d1, [%a4]0")
}

/// Firmware has ended with this status, which is not that without the fault.
#[track_caller]
fn status(said: &str, status: u32) {
    let status = format!("the firmware ended with status {status}");
    let behind = said.split_once(&status).map(|s| s.1);
    let whole = behind.is_some_and(|b| !b.starts_with(|c: char| c.is_ascii_digit()));
    assert!(said.contains("  detected: ") && whole, "{status}: {said}");
}

/// ECCD of the controllers of CPU 0's scratchpads and of the LMU; AG of groups 0 and 2; FSR, CBABTOP and UBABTOP.
const ECCD14: &str = "0xf0061e10";
const ECCD79: &str = "0xf0065f10";
const AG0: &str = "0xf00369c0";
const AG2: &str = "0xf00369c8";
const FSR: &str = "0xf8002010";
const CBABTOP0: &str = "0xf80020bc";
const UBABTOP0: &str = "0xf80020ec";

#[test]
fn a_scratchpad_corrects_one_bit_and_reports_it() {
    let place = "memory:0x70002000#3";
    let read = |register| struck(&image("", &load_and_read(DSPR, register), ""), place, &[]);
    // CERR and SERR beside the enables, and alarm 10.
    status(&read(ECCD14), 0x7803);
    status(&read(AG0), 1 << 10);
    // What is loaded is right, so nothing differs but what the chip has noted.
    let value = image("", &format!("set {DSPR}, %a4\nld.w %d1, [%a4]0"), "");
    let said = struck(&value, place, &[]);
    assert!(
        said.contains("  corrected: the memory's ECC corrected an error"),
        "{said}"
    );
    // Without the code the flip is loaded.
    status(&struck(&value, place, &["--unprotected"]), 0x123c);
    // A half-word that is written as a whole is right again; one of its bytes takes the correction along.
    let write = format!(
        "set {DSPR}, %a4\nst.h [%a4]0, %d1\n{}",
        load_and_read(DSPR, ECCD14)
    );
    let said = struck(&image("", &write, ""), place, &[]);
    assert!(said.contains("  masked: "), "{said}");
}

#[test]
fn two_bits_in_a_half_word_of_a_scratchpad_trap() {
    let place = "memory:0x70002000#3+9";
    let load = format!("set {DSPR}, %a4\nld.w %d3, [%a4]0\nnop\nmov %d1, 7");
    // DIE: TIN 6, and DIETR with IED, IE_S and IE_DUAL; DIEAR.
    status(&struck(&image("", &load, "mov %d1, %d15"), place, &[]), 6);
    let handler = "mfcr %d1, $dietr";
    status(&struck(&image("", &load, handler), place, &[]), 0x809);
    let handler = "mfcr %d1, $diear";
    status(&struck(&image("", &load, handler), place, &[]), 0xd000_2000);
    // The trap is behind the load, which has loaded both flips.
    let handler = "mov %d1, %d3";
    status(&struck(&image("", &load, handler), place, &[]), 0x103c);
    let handler = format!("set {ECCD14}, %a4\nld.w %d1, [%a4]0");
    status(&struck(&image("", &load, &handler), place, &[]), 0x7805);
    let handler = format!("set {AG0}, %a4\nld.w %d1, [%a4]0");
    status(&struck(&image("", &load, &handler), place, &[]), 1 << 11);
    // Bits of two half-words are two errors, each of which is corrected.
    let said = struck(
        &image("", &load, "mov %d1, %d15"),
        "memory:0x70002000#3+19",
        &[],
    );
    assert!(said.contains("  corrected: "), "{said}");
    // A byte that is written leaves what cannot be corrected.
    let write = format!("set {DSPR}, %a4\nst.b [%a4]0, %d1\n{load}");
    status(&struck(&image("", &write, "mov %d1, %d15"), place, &[]), 6);
}

/// Alarm `alarm` of group 0 leads to an action, and the unit runs.
fn reacts(alarm: u32, action: u32) -> String {
    let bit = |k: u32| (action >> k & 1) << alarm;
    format!(
        "set 0xf0036834, %a4\nset 0xbc, %d1\nst.w [%a4]0, %d1
        set 0xf003682c, %a4\nset 1, %d1\nst.w [%a4]0, %d1
        set 0xf0036900, %a4\nset {:#x}, %d1\nst.w [%a4]0, %d1
        set {:#x}, %d1\nst.w [%a4]4, %d1\nset {:#x}, %d1\nst.w [%a4]8, %d1
        set 0xf0036820, %a4\nmov %d1, 0\nst.w [%a4]0, %d1",
        bit(0),
        bit(1),
        bit(2)
    )
}

#[test]
fn an_alarm_leads_to_the_action_that_firmware_has_set_up() {
    let place = "memory:0x70002000#3";
    let load = format!(
        "set {DSPR}, %a4\nld.w %d3, [%a4]0\nset 100, %a5\nmore: loop %a5, more\nmov %d1, 7"
    );
    // NMI: SMUT in TRAPSTAT.
    let handler = "set 0xf0036124, %a4\nld.w %d1, [%a4]0";
    let said = struck(&image(&reacts(10, 5), &load, handler), place, &[]);
    status(&said, 8);
    // An interrupt: the service request of node SMU0, SRR with priority 0.
    let read = load_and_read(DSPR, "0xf0038d10");
    let said = struck(&image(&reacts(10, 2), &read, ""), place, &[]);
    status(&said, 1 << 24);
    // A reset.
    let said = struck(&image(&reacts(10, 6), &load, ""), place, &[]);
    assert!(
        said.contains("  crash: ") && said.contains("safety management unit"),
        "{said}"
    );
    // In the start state nothing is done.
    let said = struck(&image("", &load, handler), place, &[]);
    assert!(said.contains("  corrected: "), "{said}");
}

#[test]
fn code_in_a_scratchpad_that_cannot_be_corrected_traps_when_it_is_fetched() {
    let go = format!("set {PSPR:#x}, %a4\nset 7, %d1\njli %a4");
    // PIE: TIN 5; PIETR.
    let place = "memory:0x70100000#3+4";
    status(&struck(&image("", &go, "mov %d1, %d15"), place, &[]), 5);
    let handler = "mfcr %d1, $pietr";
    status(&struck(&image("", &go, handler), place, &[]), 0x809);
    let read = format!("{go}\nset {AG0}, %a4\nld.w %d1, [%a4]0");
    // PSPR of CPU 0: alarm 6.
    let said = struck(&image("", &read, ""), "memory:0x70100000#3", &[]);
    status(&said, 1 << 6);
}

#[test]
fn the_flash_corrects_two_bits() {
    let read =
        |place, register| struck(&image("", &load_and_read(FLASH, register), ""), place, &[]);
    status(&read("memory:0x80001000#1", FSR), 1 << 14);
    status(&read("memory:0x80001000#1", AG2), 1 << 2);
    status(&read("memory:0x80001000#1", CBABTOP0), 0x4000_1000);
    status(&read("memory:0x80001000#1+42", FSR), 1 << 15);
    status(&read("memory:0x80001000#1+42", AG2), 1 << 3);
    // Three are a bus error: DSE, LBE of DSTR.
    let load = format!("set {FLASH}, %a4\nld.w %d3, [%a4]0\nmov %d1, 7");
    let place = "memory:0x80001000#1+2+42";
    status(&struck(&image("", &load, "mov %d1, %d15"), place, &[]), 2);
    let handler = "mfcr %d1, $dstr";
    status(&struck(&image("", &load, handler), place, &[]), 4);
    let handler = format!("set {FSR}, %a4\nld.w %d1, [%a4]0");
    status(&struck(&image("", &load, &handler), place, &[]), 1 << 16);
    let handler = format!("set {UBABTOP0}, %a4\nld.w %d1, [%a4]0");
    status(
        &struck(&image("", &load, &handler), place, &[]),
        0x4000_1000,
    );
}

#[test]
fn the_lmu_has_a_code_of_its_own() {
    let read = |place, register| struck(&image("", &load_and_read(LMU, register), ""), place, &[]);
    status(&read("memory:0x90000000#1", ECCD79), 0x7803);
    status(&read("memory:0x90000000#1", AG2), 1 << 17);
    // Two bits of its 64 are a bus error, wherever they are.
    let load = format!("set {LMU}, %a4\nld.w %d3, [%a4]0\nmov %d1, 7");
    let place = "memory:0x90000000#1+50";
    status(&struck(&image("", &load, "mov %d1, %d15"), place, &[]), 2);
}
