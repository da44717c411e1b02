//! What a halt means, by the conventions that an image's symbols tell.

use conformance::tiny::{G1, G2, G3, O0, Tiny, set, ta0, traps_off};
use conformance::{board, on_boot_core, run};
use trueboard_board::report::OutcomeKind;

/// Outcome and status of an image that halts with these registers and has `symbol`.
fn halt(symbol: Option<&str>, o0: u32, g2: u32, g3: u32) -> (OutcomeKind, Option<u32>) {
    let registers = [set(o0, O0), set(g2, G2), set(g3, G3)].concat();
    let code = [registers, traps_off(), set(1, G1).to_vec(), vec![ta0()]].concat();
    let mut image = Tiny::new(&code);
    image.functions.retain(|(name, ..)| name == "start");
    image
        .functions
        .extend(symbol.map(|s| (s.to_owned(), image.entry, 0)));
    let dir = tempfile::tempdir().expect("a temporary directory");
    let report = run(&board(&[]), on_boot_core(image.write(dir.path(), "halt"))).report;
    (report.outcome.kind, report.outcome.status)
}

#[test]
fn an_image_without_convention_halts_with_success() {
    assert_eq!(halt(None, 7, 8, 9), (OutcomeKind::Success, Some(0)));
}

#[test]
fn the_status_is_in_the_first_output_register() {
    let own = |o0| halt(Some("__exit_status_in_o0"), o0, 8, 9);
    assert_eq!(own(0), (OutcomeKind::Success, Some(0)));
    assert_eq!(own(7), (OutcomeKind::Failure, Some(7)));
}

#[test]
fn rtems_halts_with_fatal_source_and_code() {
    let rtems = |source, code| halt(Some("sparc_syscall_exit"), source, source, code);
    assert_eq!(rtems(5, 0), (OutcomeKind::Success, Some(0)));
    assert_eq!(rtems(5, 3), (OutcomeKind::Failure, Some(3)));
    // Other sources than `exit` are errors, whatever the code.
    assert_eq!(rtems(0, 0), (OutcomeKind::Failure, Some(0)));
    assert_eq!(rtems(9, 0x1a810), (OutcomeKind::Failure, Some(0x1a810)));
}
