//! The built-in models: all of `models/`. A user's own file is read by the same code.

use crate::boardfile::built_in::{board_names, boards_for, built_in};
use crate::boardfile::schema::{self, BoardFile, MemoryEntry};
use crate::boardfile::set_power;
use crate::boardfile::source::{self, Disk, Source};
use crate::error::InputError;
use crate::machine::added::{self, Added};
use crate::machine::build;
use crate::machine::workload::Workload;
use crate::near::did_you_mean;
use ron::Value;
use std::path::Path;
use std::sync::Arc;
use trueboard_image::{Image, Segment, machine_of, processor, rebuilt};
use trueboard_power::PowerModel;

/// A board file with its power model, overrides applied.
pub struct BoardModel {
    /// Name of the file, for messages.
    pub place: String,
    /// The board.
    pub file: BoardFile,
    /// Its power model.
    pub power: Option<PowerModel>,
    /// Where the files of a run come from: images, scripts, snapshots.
    pub source: Arc<dyn Source>,
    /// What its stub cores run, if it was given ([`BoardModel::describe`]).
    pub(crate) workload: Option<Workload>,
}

/// Which of the boards that are built in an image is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fits {
    /// This one alone.
    One(String),
    /// None or several: of these the processor is right.
    Among(Vec<String>),
    /// Nothing in the file says for which processor it is.
    Unknown,
}

/// Why no board is for the file that [`board_of`] has found none or several for, where the file itself says so: it is for
/// another processor, or is none that runs, as an object that was not linked.
pub fn unfit(file: &[u8]) -> Option<String> {
    if file.is_empty() {
        return Some("is empty; give the linked firmware image".to_owned());
    }
    let machine = machine_of(file)?;
    let boards = boards_for(machine);
    let expected = |name: &String| {
        open_board(name, &[])
            .ok()?
            .file
            .cores
            .first()?
            .kind()?
            .images()
    };
    let mut whys = boards.iter().filter_map(expected).map(|expected| {
        let image = Image::parse(Path::new(""), file, expected);
        image.err().map(|refused| refused.cause)
    });
    match whys.next() {
        None => Some(format!(
            "is for {}, which no board here has{}",
            processor(machine),
            match rebuilt(machine) {
                Some(how) => format!("; use an image that was {how}"),
                None => "; build the firmware for the processor of a board (`trueboard boards` lists them)".to_owned(),
            }
        )),
        Some(first) => first.filter(|first| whys.all(|why| why.as_ref() == Some(first))),
    }
}

/// Which of the boards that are built in could run an ELF file: the processor is right, and all that is
/// loaded lies in memory.
pub fn board_of(elf: &[u8]) -> Fits {
    let Some(machine) = machine_of(elf) else {
        return Fits::Unknown;
    };
    let all = boards_for(machine);
    let fits = |name: &String| {
        let board = open_board(name, &[]).ok()?;
        let expected = board.file.cores.first()?.kind()?.images()?;
        let image = Image::parse(Path::new(""), elf, expected).ok()?;
        let memory = |s: &Segment| {
            let mut memories = board.file.memories.iter();
            let room =
                |m: &MemoryEntry| Some(m.at.checked_add(m.size)?.checked_sub(s.pa)? >= s.room());
            memories.find(|m| m.at <= s.pa && room(m) == Some(true))
        };
        let needed = image.segments.iter().filter(|s| !s.notes && s.room() > 0);
        let memories: Option<Vec<&MemoryEntry>> = needed.map(memory).collect();
        // Nothing but ROM: it was linked for other addresses.
        Some(memories?.iter().any(|m| !m.rom))
    };
    match all.as_slice() {
        [one] => Fits::One(one.clone()),
        _ => {
            let fitting: Vec<String> = all
                .iter()
                .filter(|n| fits(n) == Some(true))
                .cloned()
                .collect();
            match fitting.as_slice() {
                [one] => Fits::One(one.clone()),
                [] => Fits::Among(all),
                _ => Fits::Among(fitting),
            }
        }
    }
}

/// The text of a board file and its place: by name or, when `spec` ends in `.ron`, by path.
fn board_text(source: &dyn Source, spec: &str) -> Result<(String, String), InputError> {
    if spec.ends_with(".ron") {
        return Ok((spec.to_owned(), source::text(source, spec.as_ref())?));
    }
    let text = built_in(&format!("boards/{spec}.ron")).ok_or_else(|| {
        let known = board_names();
        InputError::UnknownBoard {
            name: spec.to_owned(),
            near: did_you_mean(spec, known.iter().map(String::as_str)),
            known: known.join(", "),
        }
    })?;
    Ok((format!("models/boards/{spec}.ron"), text.to_owned()))
}

/// [`open_board_from`] the disk of the host.
///
/// # Errors
/// As [`open_board_from`].
pub fn open_board(spec: &str, sets: &[String]) -> Result<BoardModel, InputError> {
    open_board_from(Arc::new(Disk), spec, sets)
}

/// Opens a board by name or, when `spec` ends in `.ron`, by path, and applies `--set` overrides. What the board
/// file and a run on the board name comes from `source`.
///
/// # Errors
/// [`InputError`] with everything that is wrong with the file, or the first override that is.
pub fn open_board_from(
    source: Arc<dyn Source>,
    spec: &str,
    sets: &[String],
) -> Result<BoardModel, InputError> {
    open_board_with(source, spec, &[], sets)
}

/// As [`open_board_from`], with devices that the board file does not have. Overrides may concern them too.
///
/// # Errors
/// As [`open_board_from`], and of a device that cannot be, or not there.
pub fn open_board_with(
    source: Arc<dyn Source>,
    spec: &str,
    added: &[Added],
    sets: &[String],
) -> Result<BoardModel, InputError> {
    let (place, text) = board_text(&*source, spec)?;
    let mut value = schema::parse(&place, &text)?;
    let own = added::add(&*source, &place, &mut value, added)?;
    let original = value.clone();
    let (power_sets, sets): (Vec<String>, Vec<String>) =
        sets.iter().cloned().partition(|s| set_power::concerns(s));
    let applied = sets
        .iter()
        .try_for_each(|s| crate::boardfile::set::apply(&mut value, s).map(drop));
    let bad =
        applied.is_err() || !sets.is_empty() && !build::problems(&place, value.clone()).is_empty();
    if bad {
        blame(&place, original, &sets)?;
    }
    applied?;
    let mut file = build::board(&place, value)?;
    file.own = own;
    let power = match &file.power {
        Some(name) => {
            let (place, text) = power_text(&*source, name, &place)?;
            let parsed = set_power::changed(&place, &text, &power_sets)?;
            let model = PowerModel::new(&parsed, &file.dictionaries());
            Some(model.map_err(|problems| set_power::wrong(&place, &power_sets, problems))?)
        }
        None => match power_sets.first() {
            None => None,
            Some(first) => {
                let problems = vec![format!("{first}: this board has no power model")];
                return Err(InputError::Set { problems });
            }
        },
    };
    Ok(BoardModel {
        place,
        file,
        power,
        source,
        workload: None,
    })
}

/// Finds the overrides that make a board wrong, each with the first thing that it makes wrong; those that are
/// right only together with others are not among them, and nothing is if the file alone is wrong.
///
/// # Errors
/// [`InputError::Set`] for them.
fn blame(place: &str, mut value: Value, sets: &[String]) -> Result<(), InputError> {
    let sound = build::problems(place, value.clone()).is_empty();
    let mut wrong = Vec::new();
    for s in sets {
        let mut changed = value.clone();
        match crate::boardfile::set::apply(&mut changed, s) {
            Err(InputError::Set { mut problems }) => wrong.append(&mut problems),
            Err(other) => return Err(other),
            Ok(meant) => {
                let problems = build::problems(place, changed.clone());
                match problems.into_iter().next().filter(|_| sound) {
                    Some(first) if first.contains(&meant) => wrong.push(format!("{s}: {first}")),
                    Some(first) => wrong.push(format!("{s}: {first}{meant}")),
                    None => value = changed,
                }
            }
        }
    }
    if wrong.is_empty() {
        return Ok(());
    }
    Err(InputError::Set { problems: wrong })
}

/// Every path of a board that `--set` takes, with its value in the file; those of its power model are behind `power`.
///
/// # Errors
/// When there is no such board, or its file or that of its power model is no RON.
pub fn paths(spec: &str) -> Result<Vec<(String, String)>, InputError> {
    let (place, text) = board_text(&Disk, spec)?;
    let value = schema::parse(&place, &text)?;
    let mut all = crate::boardfile::set::paths(&value);
    let power = schema::read(&place, value).ok().and_then(|b| b.0.power);
    if let Some(name) = &power {
        let (place, text) = power_text(&Disk, name, &place)?;
        all.extend(set_power::paths(&place, &text)?);
    }
    Ok(all)
}

/// The text of a power file and its place: by name, or by path beside the board file when it ends in `.ron`.
fn power_text(
    source: &dyn Source,
    name: &str,
    board: &str,
) -> Result<(String, String), InputError> {
    if name.ends_with(".ron") {
        let folder = Path::new(board).parent().unwrap_or(Path::new("."));
        let path = folder.join(name);
        let text = source::text(source, &path)?;
        return Ok((path.display().to_string(), text));
    }
    let place = format!("models/power/{name}.ron");
    let text = built_in(&format!("power/{name}.ron")).ok_or_else(|| InputError::Board {
        place: board.to_owned(),
        problems: vec![format!("power: there is no {place}")],
    })?;
    Ok((place, text.to_owned()))
}
