//! The files compiled into the program: all of `models/`.

use crate::boardfile::schema;
use include_dir::{Dir, include_dir};

static MODELS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/models");

/// Names of the models of a kind that are built in: `boards`, `power`, `published`, or the `workloads/BOARD`
/// of a board.
pub fn names(kind: &str) -> Vec<String> {
    let files = MODELS.get_dir(kind).into_iter().flat_map(|d| d.files());
    let models = files.filter(|f| f.path().extension().is_some_and(|e| e == "ron"));
    let mut names: Vec<String> = models
        .filter_map(|f| Some(f.path().file_stem()?.to_str()?.to_owned()))
        .collect();
    names.sort();
    names
}

/// Names of the boards that are built in.
pub fn board_names() -> Vec<String> {
    names("boards")
}

/// Names of the boards that are built in and run ELF files for this machine (`e_machine`).
pub fn boards_for(machine: u16) -> Vec<String> {
    let runs = |name: &String| {
        let value = schema::parse(name, built_in(&format!("boards/{name}.ron"))?).ok()?;
        let (file, _) = schema::read(name, value).ok()?;
        let expected = file.cores.first()?.kind()?.images()?;
        Some(expected.machines.contains(&machine))
    };
    let mut names = board_names();
    names.retain(|n| runs(n).unwrap_or(false));
    names
}

/// A file of `models/`, by its path there.
pub fn built_in(path: &str) -> Option<&'static str> {
    MODELS.get_file(path)?.contents_utf8()
}
