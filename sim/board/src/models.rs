//! The models that are built in: everything in `models/`. A file of the user's own is read from
//! disk the same way.

use crate::error::InputError;
use crate::schema::{self, BoardFile};
use crate::workload::Workload;
use include_dir::{Dir, include_dir};
use std::path::Path;
use trueboard_power::PowerModel;

static MODELS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../models");

/// A board file with its power model, overrides applied.
pub struct BoardModel {
    /// Name of the file, for messages.
    pub place: String,
    /// The board.
    pub file: BoardFile,
    /// Its power model.
    pub power: Option<PowerModel>,
    /// What its stub cores run, if it was given ([`BoardModel::describe`]).
    pub(crate) workload: Option<Workload>,
}

/// Names of the boards that are built in.
pub fn board_names() -> Vec<String> {
    let mut names: Vec<String> = MODELS
        .get_dir("boards")
        .into_iter()
        .flat_map(|d| d.files())
        .filter_map(|f| Some(f.path().file_stem()?.to_str()?.to_owned()))
        .collect();
    names.sort();
    names
}

/// Names of the boards that are built in and run ELF files for this machine (`e_machine`).
pub fn boards_for(machine: u16) -> Vec<String> {
    let runs = |name: &String| {
        let board = open_board(name, &[]).ok()?;
        let expected = crate::build::expected(&board.file.cores.first()?.kind)?;
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

/// Opens a board by name or, when `spec` ends in `.ron`, by path, and applies `--set` overrides.
///
/// # Errors
/// [`InputError`] with everything that is wrong.
pub fn open_board(spec: &str, sets: &[String]) -> Result<BoardModel, InputError> {
    let (place, text) = if spec.ends_with(".ron") {
        let text = std::fs::read_to_string(spec).map_err(|cause| InputError::Read {
            path: spec.into(),
            cause,
        })?;
        (spec.to_owned(), text)
    } else {
        let text =
            built_in(&format!("boards/{spec}.ron")).ok_or_else(|| InputError::UnknownBoard {
                name: spec.to_owned(),
                known: board_names().join(", "),
            })?;
        (format!("models/boards/{spec}.ron"), text.to_owned())
    };
    let mut value = schema::parse(&place, &text)?;
    for s in sets {
        crate::set::apply(&mut value, s)?;
    }
    let file = schema::board(&place, value)?;
    let power = match &file.power {
        Some(name) => Some(open_power(name, &place)?),
        None => None,
    };
    Ok(BoardModel {
        place,
        file,
        power,
        workload: None,
    })
}

/// A power model by name, or by path beside the board file when it ends in `.ron`.
fn open_power(name: &str, board: &str) -> Result<PowerModel, InputError> {
    let (place, text) = if name.ends_with(".ron") {
        let path = Path::new(board)
            .parent()
            .unwrap_or(Path::new("."))
            .join(name);
        let text = std::fs::read_to_string(&path).map_err(|cause| InputError::Read {
            path: path.clone(),
            cause,
        })?;
        (path.display().to_string(), text)
    } else {
        let place = format!("models/power/{name}.ron");
        let text = built_in(&format!("power/{name}.ron")).ok_or_else(|| InputError::Board {
            place: board.to_owned(),
            problems: vec![format!("power: there is no {place}")],
        })?;
        (place, text.to_owned())
    };
    PowerModel::from_ron(&text, &place).map_err(|e| InputError::Request(e.to_string()))
}
