//! Catalogues: built-in boards and models; meters, counter events and PAPI presets of a board; code of images.
//!
//! ```
//! use trueboard::catalogue;
//!
//! let events = catalogue::events(Some("gr740"))?;
//! let misses = events.pmu_events.iter().find(|e| e.name == "data cache read misses");
//! assert_eq!(misses.map(|e| e.id), Some(0x08));
//! # Ok::<(), trueboard::Error>(())
//! ```

mod code;
mod events;
mod presets;

pub use code::{Code, Instruction, Part, code};
pub use events::{CoreCounters, Dictionary, Event, Meter, events};
pub use presets::{Bound, PresetsOf, presets};

use crate::Error;
use serde::Serialize;
use trueboard_board::describe::{Description, describe};
use trueboard_board::{board_names, names, open_board};

/// A board that is built in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Board {
    /// Its name, as `--board` takes it.
    pub name: String,
    /// A description in a phrase.
    pub title: String,
}

/// The boards that are built in, by name.
#[must_use]
pub fn boards() -> Vec<Board> {
    let title = |name: &str| open_board(name, &[]).map(|b| b.file.title);
    let board = |name: String| Board {
        title: title(&name).unwrap_or_default(),
        name,
    };
    board_names().into_iter().map(board).collect()
}

/// A board: cores, clocks, memory map, registers and counter events.
#[derive(Serialize)]
#[non_exhaustive]
pub struct Whole {
    /// All but the counter events.
    #[serde(flatten)]
    pub board: Description,
    /// The counter events of its statistics units.
    pub pmu_events: Vec<Event>,
}

/// A board by its name, or by the path of its `.ron` file.
///
/// # Errors
/// [`Error::Input`]: no such board, or a file that is no board.
pub fn board(name: &str) -> Result<Whole, Error> {
    let board = open_board(name, &[])?;
    Ok(Whole {
        pmu_events: events::of_units(&board),
        board: describe(&board)?,
    })
}

/// A file of `models/` that is built in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Model {
    /// The option or command that takes it.
    pub option: String,
    /// Its name there.
    pub name: String,
}

/// The models that are built in: boards, power models, workloads, published figures, tables of presets.
#[must_use]
pub fn models() -> Vec<Model> {
    let of = |option: &str, kind: &str| -> Vec<Model> {
        let model = |name| Model {
            option: option.to_owned(),
            name,
        };
        names(kind).into_iter().map(model).collect()
    };
    let mut all = of("--board", "boards");
    all.extend(of("power", "power"));
    for board in board_names() {
        let option = format!("--board {board} --workload");
        all.extend(of(&option, &format!("workloads/{board}")));
    }
    all.extend(of("compare --against", "published"));
    all.extend(of("events --presets", "presets"));
    all
}
