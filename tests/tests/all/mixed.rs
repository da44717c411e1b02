//! A board with cores of two kinds, each of which runs its own image.

use conformance::run;
use conformance::two_kinds::{self, LEON, leon_image, tricore_image};
use std::path::{Path, PathBuf};
use trueboard_board::report::OutcomeKind;
use trueboard_board::{BoardModel, InputError, Options, open_board};

fn board(dir: &Path) -> BoardModel {
    let path = two_kinds::board(dir);
    open_board(path.to_str().expect("UTF-8"), &[]).expect("the board")
}

#[test]
fn two_instruction_sets_on_one_bus() {
    let dir = tempfile::tempdir().expect("there is room");
    let options = Options {
        images: vec![
            (tricore_image(dir.path()), vec![0]),
            (leon_image(dir.path()), vec![LEON]),
        ],
        start: vec![LEON],
        ..Options::default()
    };
    let report = run(&board(dir.path()), options).report;
    let o = &report.outcome;
    assert_eq!(
        (o.kind, o.core, o.status),
        (OutcomeKind::Failure, Some(3), Some(43)),
        "{o:?}"
    );
    let kinds: Vec<&str> = report.cores.iter().map(|c| c.kind.as_str()).collect();
    assert_eq!(kinds, ["tricore", "tricore", "tricore", "leon"]);
    // Each kind has its own meters.
    let has = |core: usize, meter: &str| report.cores[core].meters.contains_key(meter);
    assert!(has(0, "ip_dispatch_stall") && !has(LEON, "ip_dispatch_stall"));
    assert!(has(LEON, "window_traps") && !has(0, "window_traps"));
}

#[test]
fn an_image_is_for_cores_of_one_kind() {
    let dir = tempfile::tempdir().expect("there is room");
    let options = |image: PathBuf, cores: &[usize]| Options {
        images: vec![(image, cores.to_vec())],
        ..Options::default()
    };
    let wrong = |o| {
        let e = conformance::try_run(&board(dir.path()), o).err();
        e.as_ref()
            .map(InputError::to_string)
            .expect("it is refused")
    };
    let leon = leon_image(dir.path());
    let text = wrong(options(leon.clone(), &[0, LEON]));
    assert!(
        text.contains("cores of two kinds, tricore and leon"),
        "{text}"
    );
    let text = wrong(options(leon, &[0]));
    assert!(text.contains("TriCore"), "{text}");
}
