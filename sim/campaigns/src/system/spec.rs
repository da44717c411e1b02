//! What a specification of a system says (RON).

use crate::error::Error;
use crate::specification;
use crate::test::spec::Test;
use serde::Deserialize;
use std::path::Path;
use trueboard_board::asked::budget;
use trueboard_board::did_you_mean;
use trueboard_board::linked::End;
use trueboard_core::duration::Budget;

/// The delay of a link without one, in picoseconds: 10 us.
const DELAY: u128 = 10_000_000;

/// Boards, and the links between them. Paths are relative to the file's folder.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spec {
    /// The boards: what each runs, and what is expected of it. Their names are unique.
    pub boards: Vec<Test>,
    /// The links.
    pub links: Vec<Link>,
    /// The simulated time after which the run ends: `"10ms"`.
    #[serde(default)]
    pub until: Option<String>,
}

/// A link between two boards.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Link {
    /// Where it begins: `BOARD.DEVICE`, a serial line, or `BOARD.DEVICE.PIN`, an output pin.
    pub from: String,
    /// Where it leads to: a serial line, or an input pin.
    pub to: String,
    /// It leads back as well; of serial lines.
    #[serde(default)]
    pub both: bool,
    /// The time from sending to arrival: `"1us"`.
    #[serde(default)]
    pub delay: Option<String>,
}

/// A link in one direction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// The number of the board and its end.
    pub from: (usize, End),
    /// The number of the board and its end.
    pub to: (usize, End),
    /// Picoseconds.
    pub delay: u128,
}

/// Reads a specification.
///
/// # Errors
/// A file that is none, with the place and the remedy.
pub fn read(path: &Path) -> Result<(Spec, Vec<Way>), Error> {
    let spec: Spec = specification::read(path, "docs/user/howto/system.md")?;
    let fail = |why: String| Error::input(format!("{}: {why}", path.display()));
    if spec.boards.len() < 2 {
        return Err(fail("a system has two boards or more".to_owned()));
    }
    for (i, board) in spec.boards.iter().enumerate() {
        let name = &board.name;
        if name.is_empty() || name.contains(['.', '/', '\\']) || name.contains(char::is_control) {
            return Err(fail(format!(
                "board `{}`: a name has no `.`, no `/` and no control character, and is not empty",
                name.escape_debug()
            )));
        }
        if spec.boards.iter().take(i).any(|b| b.name == *name) {
            return Err(fail(format!("two boards are called `{name}`")));
        }
        if !board.dialogue.is_empty() {
            return Err(fail(format!(
                "board `{name}`: a linked board has no `dialogue`: the other board types"
            )));
        }
        if board.until.is_some() {
            return Err(fail(format!(
                "board `{name}`: `until` is that of the system: write it beside `boards`"
            )));
        }
    }
    let mut ways = Vec::new();
    for (i, link) in spec.links.iter().enumerate() {
        let wrong = |why: String| fail(format!("links[{i}]: {why}"));
        let from = end(&spec, "from", &link.from).map_err(wrong)?;
        let to = end(&spec, "to", &link.to).map_err(wrong)?;
        let lines = matches!((&from.1, &to.1), (End::Line(_), End::Line(_)));
        let pins = matches!((&from.1, &to.1), (End::Pin(..), End::Pin(..)));
        if !lines && !pins {
            let why =
                "a link is between two serial lines (BOARD.DEVICE) or two pins (BOARD.DEVICE.PIN)";
            return Err(wrong(why.to_owned()));
        }
        if pins && link.both {
            let why = "`both` is of serial lines; give each pin a link of its own";
            return Err(wrong(why.to_owned()));
        }
        let delay = match &link.delay {
            None => DELAY,
            Some(text) => match budget("delay", text) {
                Ok(Budget::Picoseconds(ps)) if ps > 0 => ps,
                Ok(_) => {
                    return Err(wrong(format!(
                        "delay {text}: must be a time above 0, as in 1us"
                    )));
                }
                Err(e) => return Err(wrong(e.to_string())),
            },
        };
        if link.both {
            let (from, to) = (to.clone(), from.clone());
            ways.push(Way { from, to, delay });
        }
        ways.push(Way { from, to, delay });
    }
    Ok((spec, ways))
}

/// `BOARD.DEVICE` or `BOARD.DEVICE.PIN`.
fn end(spec: &Spec, key: &str, text: &str) -> Result<(usize, End), String> {
    let form = || format!("{key}: \"{text}\": must be BOARD.DEVICE or BOARD.DEVICE.PIN");
    let (board, rest) = text.split_once('.').ok_or_else(form)?;
    let names = || spec.boards.iter().map(|b| b.name.as_str());
    let number = names().position(|name| name == board).ok_or_else(|| {
        let near = did_you_mean(board, names());
        format!("{key}: \"{text}\": no board is called `{board}`{near}")
    })?;
    let end = match rest.rsplit_once('.') {
        None => End::Line(rest.to_owned()),
        Some((device, pin)) => End::Pin(device.to_owned(), pin.parse().map_err(|_| form())?),
    };
    Ok((number, end))
}
