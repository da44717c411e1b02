//! Runs that go nowhere end, and say where they stand.

use crate::common::{holds, image, run, say};
use conformance::asm::assemble;
use conformance::tiny::{self, Tiny};
use trueboard_cpu_sparcv8::isa::Cond;

/// Nothing ends a jump to itself when traps are off, or no interrupt can come.
#[test]
fn a_jump_to_itself_ends_the_run() {
    let here = [tiny::branch(Cond::ALWAYS, 0), tiny::nop()];
    let (_dir, path) = image(&[tiny::traps_off(), here.to_vec()].concat());
    let said = run(&path, &["--quiet"]);
    assert_eq!(said.code, Some(5), "{}", said.err);
    holds(
        &said.err,
        &[
            "trueboard: nothing is left to happen: ",
            "core 0 jumping to itself, with interrupts off, at 0x00001018 <start+0x18>",
            "never started: 3",
        ],
    );
    let (_dir, path) = image(&here);
    let said = run(&path, &["--quiet"]);
    assert_eq!(said.code, Some(5), "{}", said.err);
    holds(
        &said.err,
        &["no interrupt is due (core 0 jumping to itself at 0x00001000 <start+0x0>"],
    );
    // `ba,a` leaves its slot out: it is not where the core is.
    let (_dir, path) = image(&[tiny::nop(), 0x3080_0000, 0]);
    let said = run(&path, &["--quiet"]);
    assert_eq!(said.code, Some(5), "{}", said.err);
    holds(&said.err, &["jumping to itself at 0x00001004 <start+0x4>"]);
}

/// A program that sets `value` and `control` of timer `n` (1 to 5) of the first unit, and then jumps to itself
/// with traps off or on.
fn timed(n: u32, value: u32, control: u32, psr: Vec<u32>) -> Vec<u32> {
    let store = |value: u32, at: u32| {
        let (value, at) = (tiny::set(value, tiny::G2), tiny::set(at, tiny::G1));
        [&value[..], &at, &[tiny::st(tiny::G2, tiny::G1)]].concat()
    };
    let timer = 0xff90_8000 + 0x10 * n;
    let here = vec![tiny::branch(Cond::ALWAYS, 0), tiny::nop()];
    [store(value, timer), store(control, timer + 8), psr, here].concat()
}

/// The system watchdog is timer 5.
#[test]
fn a_watchdog_ends_a_jump_to_itself() {
    let (_dir, path) = image(&timed(5, 1_000_000, 0b1001, tiny::traps_off()));
    let said = run(&path, &["--quiet"]);
    assert_eq!(said.code, Some(4), "{}", said.err);
    holds(&said.err, &["the board was reset", "watchdog"]);
}

/// A timer that begins anew each time, with its interrupt: the handler could leave the loop.
#[test]
fn a_timer_interrupts_a_jump_to_itself() {
    let (_dir, path) = image(&timed(1, 1000, 0b1011, tiny::traps_on()));
    let said = run(&path, &["--quiet", "--until", "20ms"]);
    assert_eq!(said.code, Some(5), "{}", said.err);
    holds(&said.err, &["the budget ran out"]);
}

/// An image of a program, behind a store of 0 at 0x2000.
fn polling(text: &str) -> (tempfile::TempDir, std::path::PathBuf) {
    let exit = "clr %o0; set 1, %g1; set 0xf80, %g2; wr %g2, %psr; nop; nop; nop; ta 0";
    let text = format!("set 0x2000, %l0; st %g0, [%l0]; {text}; {exit}");
    image(&assemble(tiny::CODE, &text).words)
}

#[test]
fn a_wait_for_a_word_that_nobody_writes_ends_the_run() {
    let (_dir, path) = polling("w: ld [%l0], %g1; cmp %g1, 0; be w; nop");
    let said = run(&path, &["--quiet"]);
    assert_eq!(said.code, Some(5), "{}", said.err);
    let place = "(core 0 in a loop that nothing ends at 0x000010";
    holds(&said.err, &["no timer runs, no interrupt is due", place]);
    // The first command of many: core 0 waits for cores that nobody starts.
    let hello = conformance::root().join("firmware/prebuilt/parallella/hello.elf");
    let hello = hello.to_str().expect("UTF-8");
    let said = say(&["run", hello, "--board", "parallella", "-q"]);
    assert_eq!(said.code, Some(5), "{}", said.err);
    let parts = [
        "core 0 in a loop that nothing ends at 0x000001",
        "<_main+0x",
        "; never started: 15)",
        "; cores 1 to 15 were never started (--start",
    ];
    holds(&said.err, &parts);
}

/// Loops that take long and end: by a register, by one of another window, by time, by a store of their own.
#[test]
fn a_loop_that_ends_is_let_alone() {
    for text in [
        "set 9000000, %g1; w: subcc %g1, 1, %g1; bne w; nop",
        "set 3000000, %g2; w: save %sp, 0, %sp; add %l3, 1, %l3; cmp %l3, %g2; restore; bne w; nop",
        "w: rd %asr23, %g1; srl %g1, 24, %g1; cmp %g1, 2; bne w; clr %g1",
        "set 2000000, %g2; w: ld [%l0], %g1; add %g1, 1, %g1; st %g1, [%l0]; cmp %g1, %g2;
         bne w; clr %g1",
    ] {
        let (_dir, path) = polling(text);
        let said = run(&path, &["--quiet"]);
        assert_eq!(said.code, Some(0), "{text}: {}", said.err);
    }
}

/// A trace makes the pieces of a run shorter; it ends at the same time.
#[test]
fn observers_do_not_move_the_end() {
    let (dir, path) = image(&[tiny::branch(Cond::ALWAYS, 0), tiny::nop()]);
    let report = |name: &str, more: &[&str]| {
        let file = dir.path().join(name);
        let mut words = vec!["--quiet", "--report", file.to_str().expect("UTF-8")];
        words.extend(more);
        assert_eq!(run(&path, &words).code, Some(5));
        std::fs::read_to_string(file).expect("a report")
    };
    let trace = format!("ctf={}", dir.path().join("ctf").display());
    assert_eq!(
        report("a.json", &[]),
        report("b.json", &["--trace", &trace])
    );
}

/// Cores that a program may wait for are named when it is given up.
#[test]
fn cores_that_never_started_are_told() {
    let hello = conformance::root().join("firmware/prebuilt/parallella/hello.elf");
    let hello = hello.to_str().expect("UTF-8");
    let said = say(&[
        "run",
        hello,
        "--board",
        "parallella",
        "-q",
        "--until",
        "2ms",
    ]);
    assert_eq!(said.code, Some(5), "{}", said.err);
    holds(
        &said.err,
        &[
            "the budget ran out; core 0 was at 0x",
            "; cores 1 to 15 were never started (--start",
        ],
    );
}

/// Core 1 loads from an address that is nobody's, and waits for ever; core 0 is done before or behind that.
#[test]
fn a_core_that_hangs_is_no_success_of_the_others() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let core = |name: &str, text: &str| {
        let image = Tiny {
            parts: vec![tiny::Part {
                at: 0,
                bytes: conformance::epiphany::assemble(0, text).bytes,
            }],
            entry: 0,
            machine: 0x1223,
            little_endian: true,
            functions: vec![("start".to_owned(), 0, 4)],
            ..Tiny::new(&[])
        };
        image.write(dir.path(), name).display().to_string()
    };
    let ends = core(
        "ends",
        "mov r2,200; w: sub r2,r2,1; bne w; mov r0,0; trap 3",
    );
    let hangs = core(
        "hangs",
        "set 0xff000000, r0; ldr r1,[r0,0]; add r1,r1,1; trap 3",
    );
    let report = dir.path().join("report.json");
    let images = [format!("0={ends}"), format!("1={hangs}")];
    let said = say(&[
        "run",
        "--board",
        "parallella",
        "--image",
        &images[0],
        "--image",
        &images[1],
        "--start",
        "1",
        "-q",
        "--report",
        report.to_str().expect("UTF-8"),
    ]);
    assert_eq!(said.code, Some(5), "{}", said.err);
    let parts = [
        "ended with status 0, but not on all cores: core 1 hangs, waiting for a read that nobody answers, at 0x0",
    ];
    holds(&said.err, &parts);
    let report = crate::common::json(&report);
    let outcome = &report["outcome"];
    assert_eq!(
        (&outcome["kind"], &outcome["status"]),
        (&"nothing_left".into(), &0.into())
    );
    assert_eq!(report["cores"][0]["state"], "exited");
    assert_eq!(report["cores"][1]["state"], "hung");
}
