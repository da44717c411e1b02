//! `trueboard inject` into what the GR740's codes protect: what a handler in firmware sees of it.

use crate::common::{image, say};
use conformance::asm;
use conformance::tiny::CODE;

/// Correction of the SDRAM on (EDEN of MUXCFG), and of the L2 cache (EN and EDAC of L2CC).
const ON: &str = "
    set 0xffe00020, %g1; set 0x1001, %g2; st %g2, [%g1]
    set 0xf0000000, %g1; set 0xc0000000, %g2; st %g2, [%g1]";
/// About 160 us.
const WAIT: &str = "
    set 20000, %g3
    wait: subcc %g3, 1, %g3; bne wait; nop";

/// Runs code between these, with a single fault after 80 us; %o0 is the status at its end.
fn struck(before: &str, after: &str, place: &str) -> String {
    let end = "set 0xe8000000, %g1; st %o0, [%g1]; nop; nop; nop; end: ba end; nop";
    let text = format!("{ON}\n{before}\n{WAIT}\n{after}\n{end}\n");
    let (_dir, path) = image(&asm::assemble(CODE, &text).words);
    let path = path.to_str().expect("UTF-8");
    let place = format!("{place}@80us");
    let said = say(&["inject", path, "--board", "gr740", "--faults", &place]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    said.out.lines().last().unwrap_or_default().to_owned()
}

#[track_caller]
fn status(said: &str, class: &str, status: u32) {
    let (class, status) = (format!("  {class}: "), format!(" with status {status}"));
    let whole = said.ends_with(&status) || said.contains(&format!("{status};"));
    assert!(said.contains(&class) && whole, "{class}{status}: {said}");
}

const WORD: &str = "set 0x100000, %g1; lda [%g1] 1, %g2";

#[test]
fn the_scrubber_tells_of_errors_in_the_sdram() {
    let read = |register: &str| format!("{WORD}\nset {register}, %g1; ld [%g1], %o0");
    // A whole nibble and its neighbour are corrected: CECNT 1, CE, NE, HSIZE 4.
    let said = struck("", &read("0xffe01000"), "memory:0x100000#0+1+2+3+4");
    status(&said, "detected", 1 << 22 | 0x304);
    let said = struck("", &read("0xffe01004"), "memory:0x100009#1");
    status(&said, "detected", 0x10_0000);
    // The interrupt that it raises, in the pending register of the controller.
    let said = struck("", &read("0xff904004"), "memory:0x100000#1");
    status(&said, "detected", 1 << 28);
    // Nibbles 16 bits apart are of one group.
    let said = struck("", &read("0xffe01000"), "memory:0x100000#3+19");
    assert!(
        said.contains("crash: ") && said.contains("data_access_exception"),
        "{said}"
    );
    // Corrected data is not written back: the next read of memory meets the error again.
    let twice = format!(
        "{WORD}; set 0xf0000008, %g1; set 5, %g2; st %g2, [%g1]
        set 200000, %g3; again: subcc %g3, 1, %g3; bne again; nop
        {}",
        read("0xffe01000")
    );
    status(
        &struck("", &twice, "memory:0x100000#1"),
        "detected",
        2 << 22 | 0x304,
    );
    // What is written as a whole is right.
    let written = format!("set 0x100000, %g1; std %g2, [%g1]; {}", read("0xffe01000"));
    let said = struck("", &written, "memory:0x100000#3+19");
    assert!(said.contains("  masked: "), "{said}");
}

#[test]
fn code_that_cannot_be_corrected_traps_when_it_is_fetched() {
    let jump = "set 0x100000, %g1; jmp %g1; nop";
    let said = struck("", jump, "memory:0x100000#3+19");
    assert!(
        said.contains("crash: ") && said.contains("instruction_access_exception"),
        "{said}"
    );
}

#[test]
fn the_l2_cache_tells_of_its_errors() {
    let read = |register: &str| format!("{WORD}\nset {register}, %g1; ld [%g1], %o0");
    // DATA, COR, VALID, count 1, pending 1.
    let said = struck(WORD, &read("0xf0000020"), "l2:0x100000#5");
    status(&said, "detected", 0x00d1_1000);
    let said = struck(WORD, &read("0xf0000024"), "l2:0x100006#5");
    status(&said, "detected", 0x10_0004);
    let said = struck(WORD, &read("0xf0000020"), "l2:0x100000#5+6");
    assert!(
        said.contains("crash: ") && said.contains("data_access_exception"),
        "{said}"
    );
    // Its interrupt is masked after reset.
    let said = struck(WORD, &read("0xff904004"), "l2:0x100000#5");
    assert!(said.contains("  corrected: "), "{said}");
    // A line that is not there has no bits.
    let said = struck("", &read("0xf0000020"), "l2:0x100000#5");
    assert!(said.contains("  masked: nothing was changed"), "{said}");
}

#[test]
fn wrong_parity_flushes_a_first_level_cache() {
    let on = "set 0x80000f, %g2; sta %g2, [%g0] 2; set 0x100000, %g1; ld [%g1], %g2";
    let load = "set 0x100000, %g1; ld [%g1], %o0";
    let said = struck(on, load, "l1d0:0x100000#0");
    assert!(
        said.contains("  corrected: the parity of a line was wrong"),
        "{said}"
    );
    // DDE and IDE of the cache control register.
    let count =
        |bit: u32| format!("{load}; lda [%g0] 2, %o0; srl %o0, {bit}, %o0; and %o0, 3, %o0");
    status(&struck(on, &count(6), "l1d0:0x100000#0"), "detected", 1);
    let code = format!("l1i0:{:#x}#0", CODE + 4 * 16);
    let after = format!(
        "ba here; nop; .align 32; {}; nop; .align 32; here: {}",
        "nop",
        count(10)
    );
    let said = struck(on, &after, &code);
    assert!(
        said.contains("  detected: ") || said.contains("  masked: "),
        "{said}"
    );
}
