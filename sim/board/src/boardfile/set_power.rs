//! `--set power.PATH=VALUE`: overrides of the power model that a board names. A path names fields, and list entries by
//! their `name` or `meter`: `power.fixed.leakage.power`, `power.per_core.cycles.energy`. A quantity keeps its unit.

use crate::error::InputError;
use crate::near::did_you_mean;
use serde_json::Value;
use trueboard_power::PowerError;
use trueboard_power::schema::PowerFile;

/// Of paths that lead into the power model.
const PREFIX: &str = "power.";

/// True for an override of the power model.
pub(crate) fn concerns(set: &str) -> bool {
    set.starts_with(PREFIX)
}

/// The power file with overrides applied.
///
/// # Errors
/// [`InputError`]: the file is no RON, a path leads nowhere, or a value does not fit there.
pub(crate) fn changed(place: &str, text: &str, sets: &[String]) -> Result<PowerFile, InputError> {
    let mut file = parse(place, text)?;
    for set in sets {
        file = apply(&file, set).map_err(|cause| InputError::Set {
            problems: vec![format!("{set}: {cause}")],
        })?;
    }
    Ok(file)
}

/// What is wrong with a power model, by the overrides if there are some.
pub(crate) fn wrong(place: &str, sets: &[String], problems: Vec<String>) -> InputError {
    if sets.is_empty() {
        let file = place.to_owned();
        return InputError::Request(PowerError::Content { file, problems }.to_string());
    }
    let set = sets.join(", ");
    let problems = problems.iter().map(|p| format!("{set}: {p}"));
    InputError::Set {
        problems: problems.collect(),
    }
}

/// Every path of a power file, with its value.
///
/// # Errors
/// [`InputError`]: the file is no RON.
pub(crate) fn paths(place: &str, text: &str) -> Result<Vec<(String, String)>, InputError> {
    let mut found = Vec::new();
    let value = serde_json::to_value(parse(place, text)?).unwrap_or_default();
    leaves(&value, PREFIX.trim_end_matches('.'), &mut found);
    Ok(found)
}

fn parse(place: &str, text: &str) -> Result<PowerFile, InputError> {
    PowerFile::parse(text).map_err(|e| {
        let error = PowerError::Syntax {
            file: place.to_owned(),
            position: e.span.start.to_string(),
            what: e.code.to_string(),
        };
        InputError::Request(error.to_string())
    })
}

fn apply(file: &PowerFile, set: &str) -> Result<PowerFile, String> {
    let (path, text) = set
        .split_once('=')
        .ok_or("must be PATH=VALUE, as in power.fixed.leakage.power=90")?;
    let mut all = serde_json::to_value(file).map_err(|e| e.to_string())?;
    let mut at = &mut all;
    let mut done = PREFIX.trim_end_matches('.').to_owned();
    for part in path.split('.').skip(1) {
        let known = names(at);
        at = child(at, part).ok_or_else(|| {
            let near = did_you_mean(part, known.iter().map(String::as_str));
            format!("{done} has no `{part}`{near}; it has: {}", known.join(", "))
        })?;
        done += &format!(".{part}");
    }
    if is_quantity(at) {
        at = &mut at["value"];
    }
    let text = text.trim();
    let value = serde_json::from_str(text).unwrap_or_else(|_| Value::from(text));
    let fits = match at {
        Value::Number(_) => value.is_number(),
        Value::Bool(_) => value.is_boolean(),
        Value::String(_) => value.is_string(),
        _ => false,
    };
    if !fits {
        return Err(format!("`{text}` is no value of {done}"));
    }
    *at = value;
    serde_json::from_value(all).map_err(|e| e.to_string())
}

/// It has value, unit and source.
fn is_quantity(at: &Value) -> bool {
    at.get("value").is_some() && at.get("unit").is_some()
}

/// The name by which a path calls the entry of a list.
fn named(entry: &Value) -> Option<&str> {
    let name = entry.get("name").or_else(|| entry.get("meter"))?;
    name.as_str()
}

fn child<'a>(at: &'a mut Value, part: &str) -> Option<&'a mut Value> {
    match at {
        Value::Object(fields) => fields.get_mut(part),
        Value::Array(entries) => entries.iter_mut().find(|e| named(e) == Some(part)),
        _ => None,
    }
}

fn names(at: &Value) -> Vec<String> {
    match at {
        Value::Object(fields) => fields.keys().cloned().collect(),
        Value::Array(entries) => entries
            .iter()
            .filter_map(named)
            .map(str::to_owned)
            .collect(),
        _ => Vec::new(),
    }
}

fn leaves(at: &Value, path: &str, out: &mut Vec<(String, String)>) {
    match at {
        _ if is_quantity(at) => out.push((path.to_owned(), at["value"].to_string())),
        Value::Object(fields) => {
            for (name, value) in fields {
                leaves(value, &format!("{path}.{name}"), out);
            }
        }
        Value::Array(entries) => {
            for entry in entries {
                if let Some(name) = named(entry) {
                    leaves(entry, &format!("{path}.{name}"), out);
                }
            }
        }
        Value::Null => {}
        other => out.push((path.to_owned(), other.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::models::{open_board, paths};

    #[test]
    fn every_path_of_a_power_model_can_be_set() {
        let all = paths("gr740").unwrap();
        let power: Vec<_> = all.iter().filter(|p| concerns(&p.0)).collect();
        assert!(power.iter().any(|p| p.0 == "power.thermal.start.Steady"));
        for (path, value) in power {
            let set = format!("{path}={value}");
            assert!(
                open_board("gr740", std::slice::from_ref(&set)).is_ok(),
                "{set}"
            );
        }
        let changed = open_board("gr740", &["power.fixed.leakage.power=90".to_owned()]);
        assert_ne!(
            changed.unwrap().power,
            open_board("gr740", &[]).unwrap().power
        );
    }

    #[test]
    fn what_leads_nowhere_is_said() {
        let said = |board: &str, set: &str| match open_board(board, &[set.to_owned()]) {
            Ok(_) => String::new(),
            Err(e) => e.to_string(),
        };
        let text = said("gr740", "power.fixed.leakag.power=1");
        assert!(
            text.contains("power.fixed has no `leakag` (did you mean `leakage`?)"),
            "{text}"
        );
        let text = said("gr740", "power.fixed.leakage.power=much");
        assert!(
            text.contains("`much` is no value of power.fixed.leakage.power"),
            "{text}"
        );
        let text = said("gr740", "power.fixed.leakage.power=-1");
        assert!(
            text.contains("fixed[0].power: -1 is out of range"),
            "{text}"
        );
        let text = said("tc275", "power.fixed.leakage.power=1");
        assert!(text.contains("this board has no power model"), "{text}");
    }
}
