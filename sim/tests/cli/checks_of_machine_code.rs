//! `trueboard run --check` on TriCore and Epiphany cores: programs in assembly with faults at labels that begin with
//! `fault`, each of which has to be found, and nothing else.

use crate::common::{json, say};
use conformance::mixed::Program;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// Labels of `text` that begin with `fault`.
fn faults(text: &str) -> Vec<&str> {
    let labels = text.lines().filter_map(|l| l.trim().split_once(':'));
    labels
        .map(|l| l.0)
        .filter(|l| l.starts_with("fault"))
        .collect()
}

/// Runs `image` with `words`, and demands a finding at each fault of `text` and nowhere else.
fn finds(image: &Path, words: &[&str], check: &str, text: &str, program: &Program) {
    let out = image.with_extension("json");
    let (check_word, out_word) = (format!("--check={check}"), out.display().to_string());
    let mut all = vec![
        "run",
        "-q",
        "--until",
        "5ms",
        check_word.as_str(),
        "--report",
        &out_word,
    ];
    all.extend(words);
    let said = say(&all);
    let report = json(&out);
    let findings = report["checks"]["findings"].as_array().expect("findings");
    let pc = |f: &Value| f["pc"].as_u64().expect("an address");
    let found: BTreeSet<u64> = findings.iter().map(pc).collect();
    let expected: BTreeSet<u64> = faults(text)
        .iter()
        .map(|l| program.label(l).into())
        .collect();
    assert!(expected.len() >= 3, "{check}");
    assert_eq!(
        found, expected,
        "{check}: {}\n{:#}",
        said.err, report["checks"]
    );
    for f in findings {
        assert_eq!(f["check"], check);
    }
}

fn tricore(check: &str, more: &[&str], text: &str) {
    let program = conformance::tricore::assemble(0x8000_0020, text);
    let dir = TempDir::new().expect("a folder");
    let image = dir.path().join("program.bin");
    fs::write(&image, &program.bytes).expect("it can be written");
    let name = image.display().to_string();
    let mut words = vec!["--board", "tc275", "--at", "0x80000020"];
    let image_word = format!("0-2={name}");
    match more {
        [] => words.push(&name),
        more => {
            words.extend(["--image", &image_word]);
            words.extend(more);
        }
    }
    finds(&image, &words, check, text, &program);
}

#[test]
fn uninit_on_tricore() {
    tricore(
        "uninit",
        &[],
        "start:   set 0x70000100, %a2
         fault_1: ld.w %d0, [%a2]0
         fault_2: add %d1, %d2, %d3
                  mov %d5, %d4              # a copy is no use
         fault_3: add %d6, %d5, %d1
                  st.w [%a2]4, %d7          # nor is a store
                  ld.w %d7, [%a2]4
                  mov %d8, 1
                  st.b [%a2]8, %d8
                  ld.w %d8, [%a2]8          # nor a word of which a byte is written
                  set 0x900d, %a14
                  debug",
    );
}

#[test]
fn wild_on_tricore() {
    tricore(
        "wild",
        &[],
        "start:   set 0x80100000, %a2
         fault_1: ld.w %d0, [%a2]0
         fault_2: ld.w %d1, [%a2]64
                  set 0x801ffff0, %a3
         fault_3: ld.w %d2, [%a3]0
                  set 0x900d, %a14
                  debug",
    );
}

#[test]
fn interrupts_off_on_tricore() {
    tricore(
        "irqs-off",
        &[],
        "start:   enable
         fault_1: disable
                  set 10000, %a2
         wait_1:  loop %a2, wait_1
                  enable
         fault_2: disable
                  set 20000, %a2
         wait_2:  loop %a2, wait_2
                  enable
                  disable
                  nop
                  enable
         fault_3: disable
                  set 30000, %a2
         wait_3:  loop %a2, wait_3
                  set 0x900d, %a14
                  debug",
    );
}

#[test]
fn deadlock_on_tricore() {
    // Each core waits for a word of the LMU that nobody writes.
    tricore(
        "deadlock",
        &["--start", "0-2"],
        "start:   set 0xb0000000, %a2
                  mfcr %d0, core_id
                  jnz %d0, other
         fault_1: ld.w %d1, [%a2]0
                  jz %d1, fault_1
                  debug
         other:   jne %d0, 1, third
         fault_2: ld.w %d1, [%a2]4
                  jz %d1, fault_2
                  debug
         third:   nop
         fault_3: ld.w %d1, [%a2]8
                  jz %d1, fault_3
                  debug",
    );
}

fn epiphany(check: &str, text: &str) {
    let program = conformance::epiphany::assemble(0x200, text);
    let vector = conformance::epiphany::assemble(0, ".code32 b 0x200");
    let mut bytes = vector.bytes.clone();
    bytes.resize(0x200, 0);
    bytes.extend(&program.bytes);
    let dir = TempDir::new().expect("a folder");
    let image = dir.path().join("program.bin");
    fs::write(&image, &bytes).expect("it can be written");
    let word = format!("0-1={}", image.display());
    let words = [
        "--board",
        "parallella",
        "--at",
        "0",
        "--image",
        &word,
        "--start",
        "0-1",
    ];
    finds(&image, &words, check, text, &program);
}

#[test]
fn uninit_on_epiphany() {
    epiphany(
        "uninit",
        "         .code32 mov r1,0x4000
         fault_1: .code32 ldr r0,[r1,+0]
         fault_2: add r2,r3,r0
                  mov r5,r4
         fault_3: add r6,r5,r2
                  .code32 str r7,[r1,+1]
                  .code32 ldr r7,[r1,+1]
         again:   idle
                  b again",
    );
}

#[test]
fn wild_on_epiphany() {
    epiphany(
        "wild",
        "         .code32 mov r1,0x0
                  .code32 mov r2,0x1
         fault_1: .code32 ldr r0,[r1,+16]
         fault_2: .code32 str r2,[r1,+17]
         fault_3: .code32 ldr r0,[r1,+0]
         again:   idle
                  b again",
    );
}

#[test]
fn interrupts_off_on_epiphany() {
    epiphany(
        "irqs-off",
        "         gie
         fault_1: gid
                  .code32 mov r1,0xffff
         wait_1:  sub r1,r1,1
                  bne wait_1
                  gie
         fault_2: gid
                  .code32 mov r1,0xfff0
         wait_2:  sub r1,r1,1
                  bne wait_2
                  gie
         fault_3: gid
                  .code32 mov r1,0xffe0
         wait_3:  sub r1,r1,1
                  bne wait_3
                  gie
         again:   idle
                  b again",
    );
}

#[test]
fn races_on_epiphany() {
    // Both cores use words of core (0, 0)'s memory, at 0x80804000.
    epiphany(
        "races",
        "         .code32 mov r1,0x4000
                  .code32 movt r1,0x8080
                  .code32 mov r2,0x20
         fault_1: .code32 ldr r0,[r1,+0]
                  add r0,r0,1
         fault_2: .code32 str r0,[r1,+0]
         fault_3: .code32 str r2,[r1,+2]
                  sub r2,r2,1
                  bne fault_1
         again:   idle
                  b again",
    );
}
