//! Firmware that goes wrong: what is said, and with which exit code.

use crate::common::{file, holds, image, reported, run, say};
use conformance::tiny::{self, G1, G2, G3, Tiny};
use trueboard_cpu_sparcv8::isa::Cond;

/// Traps off, then `code`: whatever traps is the end.
fn crash(code: &[u32], parts: &[&str]) {
    // Some hops on the way: the history is made of jumps and what lies between them.
    let hop = [tiny::branch(Cond::ALWAYS, 2), tiny::nop()];
    let code = [tiny::traps_off(), hop.repeat(8), code.to_vec()].concat();
    let (_dir, path) = image(&code);
    let said = run(&path, &["--quiet"]);
    assert_eq!(said.code, Some(4), "{}", said.err);
    let first = said.err.lines().next().unwrap_or_default();
    holds(first, &["trueboard: core 0 stopped at 0x", "error mode"]);
    holds(first, parts);
    let history = said.err.lines().filter(|l| l.starts_with("  ")).count();
    assert!(history > 4, "the last instructions: {}", said.err);
}

fn load(address: u32) -> Vec<u32> {
    let mut code = tiny::set(address, G1).to_vec();
    code.push(tiny::ld(G1, G2));
    code
}

fn store(address: u32) -> Vec<u32> {
    let mut code = tiny::set(address, G1).to_vec();
    code.extend(tiny::set(0x1234, G2));
    code.extend([tiny::st(G2, G1), tiny::nop(), tiny::nop(), tiny::nop()]);
    code
}

#[test]
fn illegal_instruction() {
    crash(&[0], &["<start+", "illegal_instruction"]);
}

#[test]
fn trap_instruction_with_traps_off() {
    crash(&[tiny::ta0() | 5], &["trap_instruction", "trap type 0x85"]);
}

#[test]
fn unmapped_load() {
    crash(&load(0xe000_0000), &["data_access_exception"]);
}

#[test]
fn misaligned_load() {
    crash(&load(0x1001), &["mem_address_not_aligned"]);
}

#[test]
fn store_to_rom() {
    crash(&store(0xc000_0000), &["data"]);
}

#[test]
fn jump_into_data() {
    let mut code = tiny::set(0x0008_0000, G1).to_vec();
    code.extend([tiny::jmp(G1, 0), tiny::nop()]);
    crash(&code, &["0x00080000", "illegal_instruction"]);
}

#[test]
fn jump_to_nowhere() {
    let mut code = tiny::set(0xe000_0000, G1).to_vec();
    code.extend([tiny::jmp(G1, 0), tiny::nop()]);
    crash(&code, &["0xe0000000", "instruction_access_exception"]);
}

/// What is refused is a trap to the firmware, a warning to the user, and under `--strict` the end.
#[test]
fn refused_accesses() {
    for (access, part) in [
        (load(0xe000_0000), "read of 0xe0000000"),
        (store(0xe000_0000), "write to 0xe0000000"),
        (store(0xc000_0010), "write to 0xc0000010"),
    ] {
        let code = [tiny::use_table(), access, tiny::exit(0)].concat();
        let (_dir, path) = image(&code);
        let said = run(&path, &["--quiet"]);
        assert_eq!(said.code, Some(0), "{part}: {}", said.err);
        assert_eq!(said.err.lines().count(), 1, "{}", said.err);
        holds(&said.err, &["trueboard: warning: core 0 at pc 0x", part]);
        let said = run(&path, &["--quiet", "--strict"]);
        assert_eq!(said.code, Some(4), "{part}: {}", said.err);
        let first = said.err.lines().next().unwrap_or_default();
        holds(first, &["trueboard: ", part, "core 0"]);
    }
}

/// An instruction is one warning, however many addresses it tries.
#[test]
fn an_instruction_that_is_refused_again_and_again() {
    let code = [
        tiny::use_table(),
        tiny::set(0xe000_0000, G1).to_vec(),
        tiny::set(1500, G2).to_vec(),
        vec![
            tiny::ld(G1, G3),
            tiny::add(G1, 4, G1),
            tiny::addcc(G2, -1, G2),
            tiny::branch(tiny::NOT_EQUAL, -3),
            tiny::nop(),
        ],
        tiny::exit(0),
    ]
    .concat();
    let (said, report) = reported(&code);
    assert_eq!(said.code, Some(0), "{}", said.err);
    let warnings = report["warnings"].as_array().expect("a list");
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    let text = warnings[0].as_str().expect("a sentence");
    let addresses = "read of 0xe0000000, an unmapped address (1500 times), \
                     between 0xe0000000 and 0xe000176c";
    holds(text, &["core 0 at pc 0x00001020 <start+0x20>", addresses]);
}

/// A thousand refused instructions are kept, and the others counted.
#[test]
fn refused_accesses_without_end() {
    let code = [
        tiny::use_table(),
        tiny::set(0xe000_0000, G1).to_vec(),
        vec![tiny::ld(G1, G3); 1500],
        tiny::exit(0),
    ]
    .concat();
    let (said, report) = reported(&code);
    assert_eq!(said.code, Some(0), "{}", said.err);
    let warnings = report["warnings"].as_array().expect("a list");
    assert_eq!(warnings.len(), 1001);
    assert_eq!(warnings[1000], "and 500 more warnings, which were not kept");
}

#[test]
fn parts_that_are_not_modelled() {
    let code = [tiny::use_table(), load(0xff98_0000), tiny::exit(0)].concat();
    let (_dir, path) = image(&code);
    let said = run(&path, &["--quiet"]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    holds(&said.err, &["warning: ", "greth1"]);
    let said = run(&path, &["--quiet", "--strict"]);
    assert_eq!(said.code, Some(4), "{}", said.err);
    holds(&said.err, &["greth1"]);
}

#[test]
fn endless_loop() {
    let (_dir, path) = image(&[tiny::branch(Cond::ALWAYS, 0), tiny::nop()]);
    let said = run(&path, &["--quiet", "--until", "100000"]);
    assert_eq!(said.code, Some(5), "{}", said.err);
    assert_eq!(said.err.lines().count(), 1, "{}", said.err);
    holds(
        &said.err,
        &["the budget ran out", "core 0 was at 0x0000100", "<start+"],
    );
}

#[test]
fn asleep_for_ever() {
    let code = [
        tiny::power_down(),
        tiny::branch(Cond::ALWAYS, -1),
        tiny::nop(),
    ];
    let (_dir, path) = image(&code);
    let said = run(&path, &["--quiet"]);
    assert_eq!(said.code, Some(5), "{}", said.err);
    assert_eq!(said.err.lines().count(), 1, "{}", said.err);
    holds(&said.err, &["core"]);
}

/// A trap without a trap table: the zeros at its vector trap again, with traps off. What is reported first is
/// the first trap, with its address and who called.
#[test]
fn the_first_cause_is_told() {
    // At 0x1000: set, jump there and back by CALL, and in the function a load from nowhere.
    let ba_annulled = 0x3080_0002;
    let call_over_three = 0x4000_0004;
    let code = [
        &tiny::set(0xe000_0000, G1)[..],
        &[ba_annulled, tiny::nop(), call_over_three, tiny::nop()],
        &[tiny::nop(), tiny::nop(), tiny::ld(G1, G2), tiny::nop()],
    ]
    .concat();
    let (said, report) = reported(&code);
    assert_eq!(said.code, Some(4), "{}", said.err);
    let lines: Vec<&str> = said.err.lines().collect();
    holds(
        lines[0],
        &[
            "core 0 stopped at 0x00001020 <start+0x20>: data_access_exception of address 0xe0000000 \
             (trap type 0x09); no handler is at its vector 0x00001090 (link start code with a trap table)",
            "illegal_instruction (trap type 0x02) with traps disabled (ET=0): error mode",
        ],
    );
    // The annulled slot at 0x100c is left out, the other ones are not.
    let listed = |at: &str| said.err.contains(&format!("\n  {at} "));
    assert!(
        listed("0x00001008") && !listed("0x0000100c"),
        "{}",
        said.err
    );
    assert!(listed("0x00001010") && listed("0x00001014") && !listed("0x00001018"));
    let line = |part: &str| lines.iter().filter(|l| l.contains(part)).count();
    assert_eq!(
        line("<start+0x20>: ld [ %g1 ], %g2  <- trapped"),
        1,
        "{}",
        said.err
    );
    assert_eq!(
        line("0x00001090: unimp 0  <- stopped here"),
        1,
        "{}",
        said.err
    );
    assert_eq!(
        line("called from 0x00001010 <start+0x10>"),
        1,
        "{}",
        said.err
    );
    assert_eq!(line("  g1 e0000000"), 1, "{}", said.err);

    let outcome = &report["outcome"];
    assert_eq!(outcome["pc"], 0x1020);
    assert_eq!(outcome["traps"][0]["pc"], 0x1020);
    assert_eq!(outcome["registers"]["g1"], 0xe000_0000_u32);
    assert_eq!(outcome["registers"]["o7"], 0x1010);
    assert_eq!(outcome["call_stack"].as_array().map(Vec::len), Some(1));
}

/// Names of C++ and Rust functions are those of the source, and as such are chosen.
#[test]
fn names_of_the_source() {
    let mut tiny = Tiny::new(&[tiny::traps_off(), vec![0]].concat());
    tiny.functions[0].0 = "_ZN5motor4stepEi".to_owned();
    let (_dir, path) = file(&tiny.bytes());
    let said = run(&path, &["-q"]);
    assert_eq!(said.code, Some(4), "{}", said.err);
    holds(&said.err, &["<motor::step(int)+0x"]);
    let path = path.to_str().expect("UTF-8");
    let words = ["disasm", path, "--function", "motor::*", "--board", "gr740"];
    let said = say(&words);
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert!(said.out.contains("<motor::step(int)>:"), "{}", said.out);
}
