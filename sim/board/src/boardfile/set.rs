//! `--set PATH=VALUE`: overrides of a board file. A path names fields, list entries by their `id`
//! or `name`, and map keys: `cores.cpu.count`, `devices.uart0.params.instant_tx`, `clocks.cpu`.

use crate::boardfile::schema::field;
use crate::error::InputError;
use crate::near::did_you_mean;
use ron::Value;
use trueboard_core::duration::decimal;

/// Applies one override. Answers what may be said of it if the board turns out to be wrong with it: which
/// field may have been meant, if the file has none of this name.
///
/// # Errors
/// [`InputError::Set`] when the path leads nowhere or the value cannot be read.
pub fn apply(board: &mut Value, text: &str) -> Result<String, InputError> {
    let wrong = |cause: String| InputError::Set {
        problems: vec![format!("{text}: {cause}")],
    };
    let (path, value) = text
        .split_once('=')
        .ok_or_else(|| wrong("must be PATH=VALUE, as in clocks.cpu=125MHz".to_owned()))?;
    let value = read_value(value.trim()).map_err(wrong)?;
    let mut at = board;
    let mut done: Vec<&str> = Vec::new();
    let mut meant = String::new();
    let mut parts = path.split('.').peekable();
    while let Some(part) = parts.next() {
        let last = parts.peek().is_none();
        let known = names(at);
        let near = did_you_mean(part, known.iter().map(String::as_str));
        if last && !known.iter().any(|k| k == part) {
            meant.clone_from(&near);
        }
        // A clock that the file does not have would drive nothing.
        let may_add = last && done != ["clocks"];
        let Some(next) = child(at, part, may_add) else {
            let place = if done.is_empty() {
                "the board".to_owned()
            } else {
                done.join(".")
            };
            return Err(wrong(format!(
                "{place} has no `{part}`{near}; it has: {}",
                known.join(", ")
            )));
        };
        at = next;
        done.push(part);
    }
    *at = match (&*at, value) {
        // A field that is optional in the file keeps its form.
        (Value::Option(_), v @ Value::Option(_)) => v,
        (Value::Option(_), v) => Value::Option(Some(Box::new(v))),
        (_, v) => v,
    };
    Ok(meant)
}

/// Every path with its value.
pub(crate) fn paths(board: &Value) -> Vec<(String, String)> {
    let mut out = Vec::new();
    leaves(board, String::new(), &mut out);
    out
}

fn leaves(at: &Value, path: String, out: &mut Vec<(String, String)>) {
    let below = |name: &str| match path.as_str() {
        "" => name.to_owned(),
        path => format!("{path}.{name}"),
    };
    match at {
        Value::Option(Some(inner)) => leaves(inner, path, out),
        Value::Map(m) => {
            for (key, value) in m.iter() {
                if let Value::String(name) = key {
                    leaves(value, below(name), out);
                }
            }
        }
        Value::Seq(entries) if entries.iter().any(|e| named(e).is_some()) => {
            for entry in entries {
                if let Some(name) = named(entry) {
                    leaves(entry, below(&name), out);
                }
            }
        }
        other => out.push((path, ron::to_string(other).unwrap_or_default())),
    }
}

/// The name by which a path calls the entry of a list.
fn named(entry: &Value) -> Option<String> {
    match field(entry, "id").or_else(|| field(entry, "name")) {
        Some(Value::String(s)) => Some(s.clone()),
        _ => None,
    }
}

fn child<'a>(at: &'a mut Value, part: &str, may_add: bool) -> Option<&'a mut Value> {
    match at {
        Value::Map(m) => {
            let key = Value::String(part.to_owned());
            let known = m.get(&key).is_some();
            // Fields that have a default may be absent from the file; the schema judges them.
            if !known && may_add {
                m.insert(key.clone(), Value::Unit);
            }
            m.get_mut(&key)
        }
        Value::Seq(entries) => entries.iter_mut().find(|e| {
            ["id", "name"]
                .iter()
                .any(|k| matches!(field(e, k), Some(Value::String(s)) if s == part))
        }),
        Value::Option(Some(inner)) => child(inner, part, may_add),
        _ => None,
    }
}

fn names(at: &Value) -> Vec<String> {
    match at {
        Value::Map(m) => m
            .keys()
            .filter_map(|k| match k {
                Value::String(s) => Some(s.clone()),
                _ => None,
            })
            .collect(),
        Value::Seq(entries) => entries.iter().filter_map(named).collect(),
        Value::Option(Some(inner)) => names(inner),
        _ => Vec::new(),
    }
}

/// A value: RON, or a number with a frequency unit, or a bare word.
fn read_value(text: &str) -> Result<Value, String> {
    if let Some(hz) = frequency(text) {
        return hz.map(|hz| Value::Number(ron::value::Number::U64(hz)));
    }
    // RON reads a lone word as a unit structure; here it is text.
    let word = text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "_-.".contains(c));
    if word && !matches!(text, "true" | "false" | "None") {
        return Ok(Value::String(text.to_owned()));
    }
    ron::from_str(text).map_err(|e| format!("`{text}` is no value: {}", e.code))
}

/// `125MHz`, `32.768kHz`, in exact integers; `None` when it has no such unit.
fn frequency(text: &str) -> Option<Result<u64, String>> {
    let (number, digits) = [("GHz", 9), ("MHz", 6), ("kHz", 3), ("Hz", 0)]
        .iter()
        .find_map(|(unit, d)| text.strip_suffix(unit).map(|n| (n.trim(), *d)))?;
    Some(decimal(number, digits).ok_or_else(|| format!("`{text}` is no frequency in whole Hz")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board() -> Value {
        ron::from_str(r#"(clocks: {"cpu": 1}, cores: [(id: "cpu", count: 4)], power: Some("x"))"#)
            .unwrap()
    }

    #[test]
    fn paths_lead_into_maps_and_lists() {
        let mut b = board();
        apply(&mut b, "cores.cpu.count=2").unwrap();
        apply(&mut b, "clocks.cpu=12.5MHz").unwrap();
        apply(&mut b, "power=other").unwrap();
        let text = format!("{b:?}");
        assert!(text.contains("12500000") && text.contains("U8(2)") && text.contains("other"));
        assert!(matches!(field(&b, "power"), Some(Value::Option(Some(_)))));
    }

    #[test]
    fn a_wrong_path_tells_what_there_is() {
        let e = apply(&mut board(), "cores.gpu.count=2")
            .unwrap_err()
            .to_string();
        assert!(e.contains("cores has no `gpu`") && e.contains("cpu"), "{e}");
        assert!(apply(&mut board(), "nonsense").is_err());
        assert!(apply(&mut board(), "clocks.cpu=1.5Hz").is_err());
        let e = apply(&mut board(), "clocks.cpux=1Hz").unwrap_err();
        let text = "clocks has no `cpux` (did you mean `cpu`?); it has: cpu";
        assert!(e.to_string().contains(text), "{e}");
    }

    #[test]
    fn what_may_have_been_meant_is_said() {
        let e = apply(&mut board(), "cores.cpus.count=2").unwrap_err();
        assert!(e.to_string().contains("(did you mean `cpu`?)"), "{e}");
        // A last part may be a field that the file leaves out.
        let meant = apply(&mut board(), "cores.cpu.cuont=2").unwrap();
        assert_eq!(meant, " (did you mean `count`?)");
        assert_eq!(apply(&mut board(), "cores.cpu.count=2").unwrap(), "");
    }

    #[test]
    fn all_paths_can_be_set() {
        let found = paths(&board());
        let names: Vec<&str> = found.iter().map(|p| p.0.as_str()).collect();
        assert_eq!(names.len(), 4);
        for path in ["clocks.cpu", "cores.cpu.id", "cores.cpu.count", "power"] {
            assert!(names.contains(&path), "{path} of {names:?}");
        }
        for (path, value) in found {
            apply(&mut board(), &format!("{path}={value}")).unwrap();
        }
    }
}
