//! Every image runs to success, says so on its console, and its accounts balance.

use conformance::{golden, run_prebuilt};

fn check(name: &str) {
    let run = run_prebuilt(name);
    let complaints = golden::complaints(name, &run);
    assert!(complaints.is_empty(), "{name}:\n{}", complaints.join("\n"));
}

macro_rules! images {
    ($($name:ident),*) => {
        $( #[test] fn $name() { check(stringify!($name)); } )*

        #[test]
        fn none_is_forgotten() {
            assert_eq!(conformance::IMAGES, [$( stringify!($name) ),*]);
        }
    };
}

images!(
    hello,
    lu,
    omp,
    events,
    contention,
    traps,
    heat,
    memory,
    speed_calls,
    speed_loop,
    speed_matmul,
    speed_memory
);

/// A board of existing parts, and an image that QEMU's LEON3 machine runs too.
#[test]
fn the_leon3_board_runs() {
    let board = trueboard_board::open_board("leon3-mini", &[]).expect("it is a board");
    let image = conformance::root().join("firmware/prebuilt/leon3-mini/hello.elf");
    let run = conformance::try_run(&board, conformance::on_boot_core(image)).expect("it runs");
    assert_eq!(
        run.console,
        "Hello from a LEON3\nfive timer interrupts\nchecksum OK\n"
    );
    assert_eq!(run.report.outcome.status, Some(0));
    assert!(run.report.warnings.is_empty(), "{:?}", run.report.warnings);
}
