//! Devices that are added to a board: each stands in the board's list as if the board file had it.

use crate::boardfile::place::line_of;
use crate::boardfile::schema::{self, DeviceEntry, Factory};
use crate::boardfile::source::{self, Source};
use crate::error::InputError;
use crate::machine::build;
use ron::Value;
use std::collections::BTreeMap;
use std::path::PathBuf;
use trueboard_periph::{Mapped, typed};

/// The kind of a device that is a type of the program around the simulator.
const OWN: &str = "own";

/// A device that a board file does not have.
#[derive(Clone, Debug)]
pub enum Added {
    /// Of a `.ron` file: an entry of `devices`, as board files have it, or a list of them.
    File(PathBuf),
    /// A type of the program around the simulator, at a place.
    Own(Mapped, Factory),
}

/// A text of entries, for messages.
struct Text {
    place: String,
    text: String,
}

impl Text {
    /// What is wrong with entry `of`: `problem` begins with a path in there, or with `key` in its place.
    fn wrong(&self, of: &str, problem: &str) -> InputError {
        let (path, _) = problem.split_once(": ").unwrap_or((problem, ""));
        let is_path = path
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "_.[]".contains(c));
        let key = match is_path {
            true => path,
            false if problem.contains("overlaps") => "at",
            false if problem.starts_with("line ") => "lines",
            false if problem.contains("clock") => "clock",
            false => "id",
        };
        InputError::Device {
            place: self.place.clone(),
            line: line_of(&self.text, &format!("{of}.{key}")),
            problem: match is_path {
                true => problem.to_owned(),
                false => format!("{key}: {problem}"),
            },
        }
    }
}

/// Adds devices to the parsed board of `place`. Answers those that are types of the program, by their names.
///
/// # Errors
/// [`InputError`]: a file that cannot be read, an entry that is none, or a place where another device is.
pub(crate) fn add(
    source: &dyn Source,
    place: &str,
    board: &mut Value,
    added: &[Added],
) -> Result<BTreeMap<String, Factory>, InputError> {
    let mut own = BTreeMap::new();
    for a in added {
        let (text, entries) = match a {
            Added::File(path) => {
                let place = path.display().to_string();
                let text = source::text(source, path)?;
                let value = schema::parse(&place, &text)?;
                (Text { place, text }, entries(value))
            }
            Added::Own(mapped, make) => {
                own.insert(mapped.name.clone(), make.clone());
                let text = Text {
                    place: format!("device {}", mapped.name),
                    text: String::new(),
                };
                (text, vec![(String::new(), of_mapped(mapped))])
            }
        };
        for (of, entry) in entries {
            one(place, board, &text, (&of, entry))?;
        }
    }
    Ok(own)
}

/// The entries of a file, each with its path in there.
fn entries(value: Value) -> Vec<(String, Value)> {
    match value {
        Value::Seq(all) => {
            let all = all.into_iter().enumerate();
            all.map(|(i, entry)| (format!("[{i}]"), entry)).collect()
        }
        one => vec![(String::new(), one)],
    }
}

fn text(of: &str) -> Value {
    Value::String(of.to_owned())
}

fn of_mapped(m: &Mapped) -> Value {
    let number = |n: u64| Value::Number(ron::value::Number::U64(n));
    let lines = m.lines.iter();
    let lines = lines.map(|(&pin, to)| (number(pin.into()), text(to)));
    Value::Map(ron::Map::from_iter([
        (text("id"), text(&m.name)),
        (text("kind"), text(OWN)),
        (text("at"), number(m.at)),
        (text("size"), number(m.size)),
        (text("lines"), Value::Map(lines.collect())),
    ]))
}

fn one(
    place: &str,
    board: &mut Value,
    file: &Text,
    (of, mut entry): (&str, Value),
) -> Result<(), InputError> {
    let before = build::problems(place, board.clone());
    let Value::Map(fields) = &mut entry else {
        let why = "must be a device, (id: …, at: …, size: …, params: …), or a list of them";
        return Err(file.wrong(of, why));
    };
    let at = fields.get(&text("at")).cloned();
    let mut default = |name: &str, value: Value| {
        if fields.get(&text(name)).is_none() {
            fields.insert(text(name), value);
        }
    };
    default("kind", text("registers"));
    if let (Some(at), Ok(base)) = (at, build::board(place, board.clone())) {
        let (clock, route) = around(&base, typed(at).unwrap_or(0));
        default("clock", text(&clock));
        default("route", Value::Seq(route.iter().map(|r| text(r)).collect()));
    }
    let checked: DeviceEntry = typed(entry.clone()).map_err(|e| file.wrong(of, &e))?;
    if checked.size == 0 {
        return Err(file.wrong(of, "size: is 0; say how many bytes its registers take"));
    }
    if !checked.at.is_multiple_of(4) {
        let why = format!(
            "at: {:#x} must be a multiple of 4, as words of registers are",
            checked.at
        );
        return Err(file.wrong(of, &why));
    }
    let mut with = board.clone();
    match devices(&mut with) {
        Some(all) => all.push(entry),
        None => return Ok(()),
    }
    let own = checked.kind == OWN;
    let after = build::problems(place, with.clone());
    let unknown_own = |p: &&String| own && p.contains("unknown kind of device `own`");
    let mut new = after.iter().filter(|p| !before.contains(p));
    if let Some(problem) = new.find(|p| !unknown_own(p)) {
        let id = &checked.id;
        let problem = [format!("devices.{id}: "), format!("{id}: ")]
            .iter()
            .find_map(|prefix| problem.strip_prefix(prefix.as_str()))
            .unwrap_or(problem)
            .replace(&format!("params of {}: ", checked.kind), "params.");
        let problem = match problem.contains(" overlaps ") {
            true => format!(
                "{problem}; only an unmodelled part gives way: move it by `at`, or shorten `size`"
            ),
            false => problem,
        };
        return Err(file.wrong(of, &problem));
    }
    *board = with;
    Ok(())
}

/// The list of a board's devices; none of a board that is none.
fn devices(board: &mut Value) -> Option<&mut Vec<Value>> {
    let Value::Map(map) = board else { return None };
    let key = text("devices");
    if map.get(&key).is_none() {
        map.insert(key.clone(), Value::Seq(Vec::new()));
    }
    match map.get_mut(&key) {
        Some(Value::Seq(all)) => Some(all),
        _ => None,
    }
}

/// Clock and route of what the board has at an address; of nothing, the clock of the first core.
fn around(board: &schema::BoardFile, at: u64) -> (String, Vec<String>) {
    let inside = |from: u64, size: u64| (from..from.saturating_add(size)).contains(&at);
    if let Some(d) = board.devices.iter().find(|d| inside(d.at, d.size)) {
        return (d.clock.clone(), d.route.clone());
    }
    let hole = board.holes.iter().find(|h| inside(h.at, h.size));
    let clock = board.cores.first().map(|c| c.clock.clone());
    (
        clock.unwrap_or_default(),
        hole.map(|h| h.route.clone()).unwrap_or_default(),
    )
}
