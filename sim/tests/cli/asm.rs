//! `trueboard asm`, and sources as images: programs of each guest, whose instructions are counted by hand.

use crate::common::{holds, json, refused, say};
use std::fs;
use std::path::PathBuf;
use tempfile::TempDir;

fn source(name: &str, text: &str) -> (TempDir, PathBuf) {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let path = dir.path().join(name);
    fs::write(&path, text).expect("it can be written");
    (dir, path)
}

/// The sum of 1 to 10. A store to 0xE8000000 ends the run with a status.
const LEON: &str = "
        .global _start
_start: clr     %o0
        mov     10, %o1
1:      add     %o0, %o1, %o0
        deccc   %o1
        bne     1b
         nop
        sub     %o0, 55, %o0
        set     0xe8000000, %g1
        st      %o0, [%g1]
";

/// DEBUG ends the run; 0x900D in A14 is success.
const TRICORE: &str = "
_start: mov     %d2, 0
        mov     %d15, 10
1:      add     %d2, %d15
        add     %d15, -1
        jnz     %d15, 1b
        ne      %d4, %d2, 55
        jnz     %d4, 2f
        movh.a  %a14, hi:0x900d
        lea     %a14, [%a14] lo:0x900d
2:      debug
";

/// TRAP 3 is libgloss's exit, with the status in R0.
const EPIPHANY: &str = "
_start: mov     r0, #0
        mov     r1, #10
1:      add     r0, r0, r1
        sub     r1, r1, #1
        bne     1b
        mov     r2, #55
        sub     r0, r0, r2
        trap    3
";

/// Runs a source; the instructions that the first core has executed.
fn instructions(board: &str, text: &str) -> u64 {
    let (dir, path) = source("sum.s", text);
    let report = dir.path().join("report.json").display().to_string();
    let path = path.display().to_string();
    let said = say(&["run", &path, "--board", board, "-q", "--report", &report]);
    assert_eq!(said.code, Some(0), "{board}: {}", said.err);
    let report = json(&dir.path().join("report.json"));
    report["cores"][0]["instructions"]
        .as_u64()
        .expect("a number")
}

#[test]
fn a_source_runs_on_each_board() {
    // Two, ten rounds of four with the delay slot, and three.
    assert_eq!(instructions("gr740", LEON), 2 + 10 * 4 + 3);
    assert_eq!(instructions("leon3-mini", LEON), 2 + 10 * 4 + 3);
    // Two, ten rounds of three, and four: the DEBUG that ends the run is not completed.
    assert_eq!(instructions("tc275", TRICORE), 2 + 10 * 3 + 4);
    // Two, ten rounds of three, and two: the TRAP that ends the run is not completed.
    assert_eq!(instructions("parallella", EPIPHANY), 2 + 10 * 3 + 2);
}

#[test]
fn an_elf_file_has_symbols_and_lines() {
    let (dir, path) = source("sum.s", LEON);
    let elf = dir.path().join("sum.elf").display().to_string();
    let path = path.display().to_string();
    let said = say(&["asm", &path, "--board", "gr740", "--out", &elf]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    let said = say(&["disasm", &elf, "--board", "gr740"]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    holds(&said.out, &["<_start>:", "deccc %o1", "bne 0x8"]);
    let said = say(&["profile", &elf, "--board", "gr740", "--by", "line", "--csv"]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    holds(&said.out, &["sum.s:5"]);
}

#[test]
fn a_listing_has_bytes_and_lines() {
    let (_dir, path) = source("sum.s", LEON);
    let path = path.display().to_string();
    let said = say(&["asm", &path, "--board", "gr740", "--list"]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    // add %o0, %o1, %o0: op 2, rd 8, op3 0, rs1 8, rs2 9.
    holds(&said.out, &["90020009", "add     %o0, %o1, %o0"]);
}

#[test]
fn all_errors_of_a_source_are_told() {
    let (_dir, path) = source(
        "bad.s",
        "_start: ad %g1, 5, %g2\n\tadd %g1, 5000, %g2\n\tba nowhere\n\tnop\n",
    );
    let name = path.display().to_string();
    let said = say(&["asm", &name, "--isa", "sparc"]);
    assert_eq!((said.code, said.out.as_str()), (Some(3), ""));
    holds(
        &said.err,
        &[
            "bad.s:1:9:",
            "did you mean `add`?",
            "bad.s:2:",
            "-4096 to 4095",
            "bad.s:3:",
            "nowhere",
        ],
    );
    let said = say(&["run", &name, "--board", "gr740"]);
    refused(&said, 3, &["bad.s:1:9:", "trueboard asm lists them"]);
}

/// A source that is its own output would be lost.
#[test]
fn a_source_is_not_overwritten() {
    let (_dir, path) = source("sum.s", LEON);
    let name = path.display().to_string();
    let said = say(&["asm", &name, "--board", "gr740", "--out", &name]);
    refused(&said, 2, &["--out", "would overwrite an input"]);
    assert_eq!(fs::read_to_string(&path).expect("it is there"), LEON);
    let (_dir, binary) = source("sum.s", "");
    fs::write(&binary, [0x7f, 0xff, 0xfe]).expect("it can be written");
    let said = say(&["asm", &binary.display().to_string(), "--isa", "sparc"]);
    refused(&said, 3, &["sum.s: is no text in UTF-8"]);
}
