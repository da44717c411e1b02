//! docs/user/howto/gdb.md, back in time and the end of a run: by a GDB as it is shipped.

use super::image;
use super::stock::gdb;
use conformance::asm::assemble;
use conformance::tiny::{CODE, Part, Tiny};
use std::path::{Path, PathBuf};

/// `traps` counts in a variable how deep it has called. Backwards GDB stops in front of each store that forwards it
/// stopped behind: the variable is what it was before, and the instruction is the store.
#[test]
fn watch_backwards_stops_in_front_of_each_store() {
    let mut commands = vec!["watch depth"];
    for _ in 0..3 {
        commands.extend(["continue", "print depth", "print/x $pc"]);
    }
    for _ in 0..3 {
        commands.extend(["reverse-continue", "print depth", "print/x $pc", "x/i $pc"]);
    }
    // From in front of the store, over it.
    commands.extend(["continue", "print depth", "print/x $pc", "kill"]);
    let Some(said) = gdb(&image("gr740/traps.elf"), &[], &commands) else {
        return;
    };
    let v = said.values();
    let [
        d1,
        behind1,
        d2,
        _,
        d3,
        _,
        e3,
        front3,
        e2,
        front2,
        e1,
        front1,
        again,
        behind,
    ] = v[..]
    else {
        panic!("{}", said.text);
    };
    assert_eq!([e3, e2], [d2, d1], "{}", said.text);
    assert_ne!(e1, d1, "{}", said.text);
    assert!(d3 != d2 && d2 != d1, "{}", said.text);
    let is_store = |front: &str| {
        let shown = said.text.lines().find(|l| {
            l.starts_with("=> ") && l.contains(&format!("{front} "))
                || l.contains(&format!("{front}\t"))
        });
        shown.is_some_and(|l| l.contains("\tst ") && !l.contains("\tstd"))
    };
    for front in [front3, front2, front1] {
        assert!(is_store(front), "{front}: {}", said.text);
    }
    assert_eq!((again, behind), (d1, behind1), "{}", said.text);
    // `kill` is granted.
    assert!(
        !said.target.contains("connection closed"),
        "{}",
        said.target
    );
    assert!(said.text.contains("killed"), "{}", said.text);
    assert_eq!(said.code, Some(130));
}

/// An image without a trap table: what traps first is followed by an illegal instruction at the vector.
fn without_handlers(dir: &Path, text: &str) -> (PathBuf, u32) {
    let program = assemble(CODE, text);
    let bytes = program.words.iter().flat_map(|w| w.to_be_bytes()).collect();
    let image = Tiny {
        parts: vec![Part { at: CODE, bytes }],
        ..Tiny::new(&[])
    };
    let board = dir.join("gr740");
    std::fs::create_dir_all(&board).expect("a folder");
    (image.write(&board, "trap"), program.label("here"))
}

#[test]
fn a_crash_is_shown_where_the_first_trap_was() {
    let dir = tempfile::tempdir().expect("a folder");
    let (image, here) = without_handlers(
        dir.path(),
        "set 0x4001, %l0; nop; here: ld [%l0], %g1; nop; nop",
    );
    let report = dir.path().join("report.json");
    let commands = [
        "continue",
        "print/x $pc",
        "reverse-stepi",
        "print/x $pc",
        "continue",
        "continue",
    ];
    let report_path = report.to_str().expect("UTF-8");
    let Some(said) = gdb(&image, &["--report", report_path], &commands) else {
        return;
    };
    let place = format!("{here:#x}");
    let before = format!("{:#x}", here - 4);
    assert_eq!(said.values(), [place, before], "{}", said.text);
    assert!(
        said.text.contains("received signal SIGBUS"),
        "{}",
        said.text
    );
    assert!(
        said.text.contains("terminated with signal SIGBUS"),
        "{}",
        said.text
    );
    assert_eq!(said.code, Some(4), "{}", said.target);
    let report = std::fs::read_to_string(&report).expect("a report");
    assert!(report.contains("mem_address_not_aligned"), "{report}");
}

/// What follows the end is that it can be undone.
#[test]
fn the_end_of_the_firmware_is_a_stop_where_that_is_wanted() {
    let commands = [
        "monitor end stop",
        "continue",
        "print/x $pc",
        "reverse-stepi",
        "stepi",
        "print/x $pc",
        "continue",
        "continue",
    ];
    let Some(said) = gdb(&image("gr740/hello.elf"), &[], &commands) else {
        return;
    };
    let v = said.values();
    assert!(v.len() == 2 && v[0] == v[1], "{}", said.text);
    assert!(
        said.text.contains("No more reverse-execution history"),
        "{}",
        said.text
    );
    assert!(said.text.contains("exited normally"), "{}", said.text);
    assert_eq!(said.code, Some(0));
}

/// docs/user/howto/gdb.md, how GDB steps a SPARC: by breakpoints of its own, so that a trap is one step forwards;
/// backwards the simulator steps, into its handler.
#[test]
fn gdb_steps_over_a_trap_forwards_and_into_it_backwards() {
    let dir = tempfile::tempdir().expect("a folder");
    let program = assemble(
        CODE,
        "set 0x40000, %g1; wr %g1, 0, %tbr; set 0x10e0, %g1; wr %g1, 0, %psr; nop; nop; nop
         here: ta 5; nop; nop; done: ba done; nop",
    );
    let handler = assemble(0x4_0850, "jmpl %l2, %g0; rett %l2 + 4; nop; nop");
    let bytes = |words: &[u32]| words.iter().flat_map(|w| w.to_be_bytes()).collect();
    let image = Tiny {
        parts: vec![
            Part {
                at: CODE,
                bytes: bytes(&program.words),
            },
            Part {
                at: 0x4_0850,
                bytes: bytes(&handler.words),
            },
        ],
        ..Tiny::new(&[])
    };
    let board = dir.path().join("gr740");
    std::fs::create_dir_all(&board).expect("a folder");
    let image = image.write(&board, "ta");
    let here = program.label("here");
    let at = format!("tbreak *{here:#x}");
    let commands = [
        &at[..],
        "continue",
        "stepi",
        "print/x $pc",
        "reverse-stepi",
        "print/x $pc",
        "kill",
    ];
    let Some(said) = gdb(&image, &[], &commands) else {
        return;
    };
    let behind = format!("{:#x}", here + 4);
    assert_eq!(said.values(), [&behind[..], "0x40854"], "{}", said.text);
}
