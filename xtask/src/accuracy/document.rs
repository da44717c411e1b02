//! Fills a template (`boards/NAME.md`) in. What stands between `{{` and `}}` is
//!
//! - `table NAME`: a table of figures,
//! - `stack RECORD…`: where the cycles of recorded programs went,
//! - `outdated`: which records another timing of the model made,
//! - `VALUE` or `VALUE:FORMAT`: a number; see [`format`].

use crate::accuracy::figures::{Figure, Figures, Published};
use crate::accuracy::measure::Numbers;
use std::fmt::Write;
use trueboard_cpu_sparcv8::meters::METERS;

/// The document of a board.
///
/// # Errors
/// What the template or a figure asks for and cannot be had.
pub fn document(template: &str, figures: &Figures, numbers: &Numbers) -> Result<String, String> {
    fill(template, &|what| {
        let words: Vec<&str> = what.split_whitespace().collect();
        match words.as_slice() {
            ["table", name] => {
                let rows = figures.tables.get(*name);
                table(
                    rows.ok_or_else(|| format!("there is no table `{name}`"))?,
                    numbers,
                )
            }
            ["stack", records @ ..] => stack(records, numbers),
            ["outdated"] => Ok(match numbers.outdated()?.as_slice() {
                [] => "They were made with the timing that the model has now.".to_owned(),
                old => format!(
                    "**Made with another timing than the model has now: {}.**",
                    old.join(", ")
                ),
            }),
            _ => value(what, numbers),
        }
    })
}

/// Replaces every `{{…}}`.
fn fill(text: &str, answer: &dyn Fn(&str) -> Result<String, String>) -> Result<String, String> {
    let mut parts = text.split("{{");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (what, rest) = part
            .split_once("}}")
            .ok_or_else(|| format!("`{{{{` without end before: {part:.40}"))?;
        out += &answer(what)?;
        out += rest;
    }
    Ok(out)
}

fn value(what: &str, numbers: &Numbers) -> Result<String, String> {
    let (name, spec) = what.split_once(':').unwrap_or((what, ""));
    format(numbers.value(name)?, spec)
}

/// A number with a count of decimals, none by default; thousands apart from 10 000 on. `%` at the
/// end makes it a percentage, `+` at the beginning shows its sign.
fn format(v: f64, spec: &str) -> Result<String, String> {
    let (rest, percent) = match spec.strip_suffix('%') {
        Some(rest) => (rest, true),
        None => (spec, false),
    };
    let (digits, sign) = match rest.strip_prefix('+') {
        Some(digits) => (digits, true),
        None => (rest, false),
    };
    let decimals: usize = if digits.is_empty() {
        0
    } else {
        digits
            .parse()
            .map_err(|_| format!("`{spec}` is no format"))?
    };
    let v = if percent { 100.0 * v } else { v };
    let shown = format!("{:.decimals$}", v.abs());
    let zero = shown.chars().all(|c| c == '0' || c == '.');
    let mut out = String::new();
    if zero && sign {
        return Ok("0".to_owned());
    }
    if v < 0.0 && !zero {
        out.push('−');
    } else if sign {
        out.push('+');
    }
    let (whole, part) = shown.split_at(shown.find('.').unwrap_or(shown.len()));
    out += &grouped(whole);
    out += part;
    if percent {
        out += " %";
    }
    Ok(out)
}

fn grouped(digits: &str) -> String {
    let mut out = String::new();
    for (i, c) in digits.chars().enumerate() {
        if i != 0 && digits.len() > 4 && (digits.len() - i).is_multiple_of(3) {
            out.push(' ');
        }
        out.push(c);
    }
    out
}

fn table(rows: &[Figure], numbers: &Numbers) -> Result<String, String> {
    let mut out = String::from(
        "| Figure | Published | Source | Quality | Ours | Error | Cause |\n|---|---|---|---|---|---|---|",
    );
    for f in rows {
        let what = |e: String| format!("figure `{}`: {e}", f.text);
        let text = |t: &str| fill(t, &|what| value(what, numbers)).map_err(what);
        let error = match (&f.error, &f.compare) {
            (Some(said), _) => text(said)?,
            (None, Some((published, ours))) => {
                error(*published, numbers.number(ours).map_err(what)?)?
            }
            (None, None) => String::new(),
        };
        let cells = [
            &f.text,
            &f.published,
            &f.source,
            f.quality.word(),
            &text(&f.ours)?,
            &error,
            &text(&f.cause)?,
        ];
        let _ = write!(out, "\n| {} |", cells.join(" | "));
    }
    Ok(out.replace("|  |", "| |"))
}

/// How far off `ours` is.
fn error(published: Published, ours: f64) -> Result<String, String> {
    let (low, high) = match published {
        Published::Of(v) => (v, v),
        Published::Within(low, high) => (low, high),
    };
    let off = if ours < low {
        ours / low - 1.0
    } else if ours > high {
        ours / high - 1.0
    } else {
        return Ok("0".to_owned());
    };
    format(off, if off.abs() < 0.0995 { "+1%" } else { "+0%" })
}

/// Where the cycles of one round on a LEON went, a column for each record. The parts add up to the cycles
/// without remainder, or the records are wrong.
fn stack(names: &[&str], numbers: &Numbers) -> Result<String, String> {
    let records = names
        .iter()
        .map(|n| numbers.record(n))
        .collect::<Result<Vec<_>, _>>()?;
    let meter = |r: usize, name: &str| records[r].meters.get(name).copied().unwrap_or(0);
    let stack = || METERS.stack.iter().map(|&m| METERS.name(m));
    for (r, name) in names.iter().enumerate() {
        let sum: u64 = stack().map(|name| meter(r, name)).sum();
        if sum != meter(r, "cycles") {
            return Err(format!(
                "record `{name}`: the parts do not add up to its cycles"
            ));
        }
    }
    let columns = 0..names.len();
    let row = |name: &str, cell: &dyn Fn(usize) -> Result<String, String>| {
        let cells = columns.clone().map(cell).collect::<Result<Vec<_>, _>>()?;
        Ok::<_, String>(format!("\n| {name} | {} |", cells.join(" | ")))
    };
    let per_round = |name: &'static str| {
        let records = &records;
        move |r: usize| {
            let v = meter(r, name) as f64 / records[r].rounds as f64;
            format(v, if v < 10_000.0 { "1" } else { "" })
        }
    };
    let mut out = format!(
        "| | {} |\n|---|{}",
        names.join(" | "),
        "---|".repeat(names.len())
    );
    out += &row("compiler", &|r| Ok(records[r].compiler.clone()))?;
    for name in stack() {
        if columns.clone().any(|r| meter(r, name) != 0) {
            out += &row(name, &per_round(name))?;
        }
    }
    out += &row("**cycles**", &per_round("cycles"))?;
    out += &row("instructions", &per_round("instructions"))?;
    out += &row("CPI", &|r| {
        let instructions = meter(r, "instructions") as f64;
        format(meter(r, "cycles") as f64 / instructions, "3")
    })?;
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_as_written() {
        for (v, spec, text) in [
            (86101.0, "", "86 101"),
            (1234.5, "1", "1234.5"),
            (0.00356, "+2%", "+0.36 %"),
            (-0.5413, "+0%", "−54 %"),
            (-0.00001, "+2%", "0"),
            (0.0, "2", "0.00"),
            (-1.5, "1", "−1.5"),
        ] {
            assert_eq!(format(v, spec).as_deref(), Ok(text));
        }
        assert!(format(1.0, "x").is_err());
    }

    #[test]
    fn errors_of_numbers_and_ranges() {
        assert_eq!(error(Published::Of(4.0), 4.0).as_deref(), Ok("0"));
        assert_eq!(error(Published::Of(4.0), 5.0).as_deref(), Ok("+25 %"));
        assert_eq!(
            error(Published::Within(40.0, 46.0), 46.0).as_deref(),
            Ok("0")
        );
        assert_eq!(
            error(Published::Within(40.0, 50.0), 38.0).as_deref(),
            Ok("−5.0 %")
        );
    }

    #[test]
    fn placeholders() {
        let answer = |what: &str| Ok(format!("<{what}>"));
        assert_eq!(fill("a {{b}} c{{d}}", &answer).as_deref(), Ok("a <b> c<d>"));
        assert!(fill("a {{b", &answer).is_err());
    }
}
