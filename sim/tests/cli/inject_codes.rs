//! `trueboard inject` into what the GR740's codes protect: what a handler in firmware sees of it.

use crate::common::{image, say};
use conformance::asm;
use conformance::tiny::CODE;

/// Traps go to the table that skips what has trapped. Correction of the SDRAM is on (EDEN of MUXCFG), and that of the L2
/// cache (EN and EDAC of L2CC).
const ON: &str = "
    wr %g0, 0, %tbr; nop; nop; nop
    set 0xffe00020, %g1; set 0x1001, %g2; st %g2, [%g1]
    set 0xf0000000, %g1; set 0xc0000000, %g2; st %g2, [%g1]";
/// Some hundred microseconds.
const WAIT: &str = "
    set 20000, %g3
    wait: subcc %g3, 1, %g3; bne wait; nop";
/// Reads a word past the core's own cache.
const LOAD: &str = "set 0x100000, %g1; lda [%g1] (1), %g2";

/// Runs code between these, with a single fault in the wait; %o0 is the status at the end. THERE in the place is the
/// label `there`. What traps is skipped.
fn struck(before: &str, after: &str, place: &str) -> String {
    let end = "set 0xe8000000, %g1; st %o0, [%g1]; nop; nop; nop; end: ba end; nop";
    let text = format!("{ON}\n{before}\n{WAIT}\n{after}\n{end}\n");
    let program = asm::assemble(CODE, &text);
    let (_dir, path) = image(&program.words);
    let path = path.to_str().expect("UTF-8");
    let there = program.labels.get("there").copied().unwrap_or_default();
    let place = format!("{}@80us", place.replace("THERE", &format!("{there:#x}")));
    let said = say(&["inject", path, "--board", "gr740", "--faults", &place]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    said.out.lines().last().unwrap_or_default().to_owned()
}

/// Firmware has ended with this status, which is not that without the fault.
#[track_caller]
fn status(said: &str, status: u32) {
    let status = format!("the firmware ended with status {status}");
    let behind = said.split_once(&status).map(|s| s.1);
    let whole = behind.is_some_and(|b| !b.starts_with(|c: char| c.is_ascii_digit()));
    assert!(said.contains("  detected: ") && whole, "{status}: {said}");
}

fn then_read(register: &str) -> String {
    format!("{LOAD}\nset {register}, %g1; ld [%g1], %o0")
}

#[test]
fn the_scrubber_reports_errors_in_the_sdram() {
    let ahbs = then_read("0xffe01000");
    // A whole nibble and one of its neighbour are corrected: CECNT 1, CE, NE, HSIZE 4.
    let said = struck("", &ahbs, "memory:0x100000#0+1+2+3+4");
    status(&said, 1 << 22 | 0x304);
    let said = struck("", &then_read("0xffe01004"), "memory:0x100019#1");
    status(&said, 0x10_0010);
    // The interrupt that it raises, in the pending register of the controller.
    let said = struck("", &then_read("0xff904004"), "memory:0x100000#1");
    status(&said, 1 << 28);
    // Nibbles 16 bits apart are of one group: UECNT 1, no CE.
    let said = struck("", &ahbs, "memory:0x100000#3+19");
    status(&said, 1 << 14 | 0x104);
    // The load traps, and is skipped: the register is as it was.
    let skipped = "mov 7, %o0; set 0x100000, %g1; lda [%g1] (1), %o0";
    let said = struck("", skipped, "memory:0x100000#3+19");
    status(&said, 7);
    // What is written as a whole is right.
    let written = format!("set 0x100000, %g1; std %g2, [%g1]; {ahbs}");
    let said = struck("", &written, "memory:0x100000#3+19");
    assert!(said.contains("  masked: "), "{said}");
}

#[test]
fn corrected_data_is_not_written_back() {
    let ahbs = then_read("0xffe01000");
    // The L2 cache forgets the line (FMODE 5), so that it comes from memory again.
    let again = "set 0xf0000008, %g1; set 5, %g2; st %g2, [%g1]
        set 200000, %g3; again: subcc %g3, 1, %g3; bne again; nop";
    let said = struck("", &format!("{LOAD}\n{again}\n{ahbs}"), "memory:0x100000#1");
    status(&said, 2 << 22 | 0x304);
}

#[test]
fn the_scrubber_writes_corrected_words_back() {
    // 256 bytes in a loop, DELAY 255.
    let on = "set 0xffe01018, %g1; set 0x100000, %g2; st %g2, [%g1]; set 0x1000ff, %g2; st %g2, [%g1 + 4]
        set 0xffe01014, %g1; set 0xff11, %g2; st %g2, [%g1]";
    // Met by the scrubber, and by no read behind it: CECNT 1, DONE, CE, NE, HSIZE 4.
    let said = struck(on, &then_read("0xffe01000"), "memory:0x100008#1");
    status(&said, 1 << 22 | 0x2304);
    // Beyond its range nothing meets it.
    let said = struck(on, &then_read("0xffe01004"), "memory:0x100108#1");
    assert!(said.contains("  masked: "), "{said}");
    // What cannot be corrected stays: the load traps, and is skipped.
    let skipped = "mov 7, %o0; set 0x100000, %g1; lda [%g1] (1), %o0";
    let said = struck(on, skipped, "memory:0x100000#3+19");
    status(&said, 7);
    assert!(said.contains("memscrub found an error"), "{said}");
}

#[test]
fn code_that_cannot_be_corrected_traps_when_it_is_fetched() {
    let line = "ba there; nop; .align 32; there: .rept 8; nop; .endr; .align 32";
    let after = format!("{line}\nset 0xffe01000, %g1; ld [%g1], %o0");
    // Each of the line's instructions: UECNT 8.
    let said = struck("", &after, "memory:THERE#3+19");
    status(&said, 8 << 14 | 0x104);
}

#[test]
fn the_l2_cache_tells_of_its_errors() {
    let l2cerr = then_read("0xf0000020");
    // DATA, COR, VALID, count 1, pending 1.
    let said = struck(LOAD, &l2cerr, "l2:0x100000#5");
    status(&said, 0x00d1_1000);
    let said = struck(LOAD, &then_read("0xf0000024"), "l2:0x100006#5");
    status(&said, 0x10_0004);
    // DATA, VALID, pending 2.
    let said = struck(LOAD, &l2cerr, "l2:0x100000#5+6");
    status(&said, 0x0090_2000);
    // Its interrupt is masked after reset.
    let said = struck(LOAD, &then_read("0xff904004"), "l2:0x100000#5");
    assert!(said.contains("  corrected: "), "{said}");
    // A line that is not there has no bits.
    let said = struck("", &l2cerr, "l2:0x100000#5");
    assert!(said.contains("  masked: nothing was changed"), "{said}");
}

#[test]
fn wrong_parity_flushes_a_first_level_cache() {
    let on = "set 0x80000f, %g2; sta %g2, [%g0] (2); set 0x100000, %g1; ld [%g1], %g2";
    let load = "set 0x100000, %g1; ld [%g1], %o0";
    let said = struck(on, load, "l1d0:0x100000#0");
    assert!(
        said.contains("  corrected: the parity of a line was wrong"),
        "{said}"
    );
    // DDE and IDE of the cache control register.
    let count = |shift: u32| format!("lda [%g0] (2), %o0; srl %o0, {shift}, %o0; and %o0, 3, %o0");
    let said = struck(on, &format!("{load}; {}", count(6)), "l1d0:0x100000#0");
    status(&said, 1);
    let before = format!(
        "{on}; ba over; nop; .align 32; there: jmp %o7 + 8; nop; .align 32; over: call there; nop"
    );
    let said = struck(
        &before,
        &format!("call there; nop; {}", count(10)),
        "l1i0:THERE#0",
    );
    status(&said, 1);
}
